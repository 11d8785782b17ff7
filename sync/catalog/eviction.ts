// What leaves the catalog's database so that it stays small: what was not shown for longest.
import type { Entry } from "../database/catalog-db.ts";
import type { Store } from "../database/store.ts";
import { catalogLimits } from "../schema/catalog.ts";
import { pinnedEntries } from "./pins.ts";

type Held = Pick<Entry, "id" | "kind" | "used" | "bytes">;

/**
 * The ids of the entries that are too many. Pure.
 * @param pinned never
 */
export function surplus(held: readonly Held[], now: number, pinned: ReadonlySet<string> = new Set()): string[] {
  const oldestFirst = (kind: Entry["kind"]) =>
    held.filter((one) => one.kind === kind).sort((a, b) => a.used - b.used || (a.id < b.id ? -1 : 1));
  const rests = ({ id, used }: Held) => used < now - catalogLimits.restMs && !pinned.has(id);
  const cards = oldestFirst("card");
  // The shelf counts, too, but the server says what is on it.
  const most = Math.max(0, catalogLimits.cards - held.filter(({ kind }) => kind === "shelf").length);
  const tooMany = cards.slice(0, Math.max(0, cards.length - most)).filter(rests);
  const kept = oldestFirst("kept");
  let rows = kept.length;
  let bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
  const tooLarge = kept.filter((one) => {
    if ((rows <= catalogLimits.rows && bytes <= catalogLimits.rowBytes) || !rests(one)) return false;
    rows -= 1;
    bytes -= one.bytes;
    return true;
  });
  return [...tooMany, ...tooLarge].map(({ id }) => id);
}

/** Only the leading tab does it: two would count what the other one has just removed. */
export async function evict(store: Store): Promise<void> {
  const catalog = await store.catalog();
  const held = await catalog.entries.find().exec();
  await catalog.remove(surplus(held, Date.now(), await pinnedEntries(store)));
}
