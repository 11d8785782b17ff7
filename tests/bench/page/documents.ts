// Ten thousand valid rows of a tester's collections, the same for every store.
import { type CollectionName, collectionsByRole } from "../../../sync/schema/collections.ts";
import { Random } from "../../fixtures/random.ts";
import { columnsOf, randomValue } from "../../simulation/values.ts";

export type Doc = { id: string; created_at: string } & Record<string, unknown>;
/** Twelve of a tester's thirteen collections: all but the settings. */
export const names: readonly CollectionName[] = collectionsByRole.tester.filter((name) => name !== "settings");

const words = "map night trail route phone screen button colour battery login photo price search slow crash".split(" ");

export function documentsOf(name: CollectionName, count: number, seed = 1): Doc[] {
  const random = new Random(seed);
  const text = () => Array.from({ length: 8 }, () => random.pick(words)).join(" ");
  return Array.from({ length: count }, (_, i) => {
    const row = Object.fromEntries(
      Object.entries(columnsOf(name)).map(([column, schema]) => [column, randomValue(random, schema, text)]),
    );
    const created_at = new Date(1_790_000_000_000 + i * 1000).toISOString();
    return {
      ...row,
      id: random.uuid(),
      created_at,
      updated_at: created_at,
      sync_xid: "1",
      sync_client: "",
      sync_seq: 0,
    } as unknown as Doc;
  });
}

/** Creates `total` documents over all collections, half of them notifications. */
export function spread(total: number): Map<CollectionName, Doc[]> {
  const each = Math.floor(total / 2 / (names.length - 1));
  return new Map(names.map((name, i) => [name, documentsOf(name, name === "notifications" ? total / 2 : each, i + 1)]));
}
