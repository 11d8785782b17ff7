// The shelves: a few hundred cards that the server puts on every device, so that the App Store and
// Available Tests have lists without a network. Pulled by checkpoint, as sync_pull is; nothing is
// pushed.
// Not by RxDB's replication: that stores a second copy of each card that ever was on the shelf, and
// never removes it.
import type * as v from "valibot";
import type { Catalog, Entry } from "../database/catalog-db.ts";
import type { Store } from "../database/store.ts";
import { pullShelf, readCard } from "../schema/catalog.ts";
import type { CallFailure } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { cardEntry } from "./cards.ts";
import { evict } from "./eviction.ts";
import { acceptOrigin } from "./origin.ts";

const markId = (shelf: string) => `mark|shelf|${shelf}`;
const prefixOf = (shelf: string) => `shelf|${shelf}|`;
/** More than a shelf holds. */
const pageSize = 500;

/**
 * Brings these shelves up to date and clears away the others: of platforms that the person has no
 * device for any more.
 * @returns why not; null: they are
 */
export async function refreshShelves(
  store: Store,
  transport: Transport,
  shelves: readonly string[],
  signal: AbortSignal,
): Promise<CallFailure | null> {
  const { entries } = await store.catalog();
  for (let wanted = shelves; wanted.length > 0; ) {
    const marks = await entries.findByIds(wanted.map(markId)).exec();
    const checkpointOf = (shelf: string, held = marks) => held.get(markId(shelf))?.value ?? null;
    const requests = wanted.map((shelf) => ({ shelf, checkpoint: checkpointOf(shelf), limit: pageSize }));
    const asked = await transport.rpc(pullShelf, { requests }, store.person ? "person" : "anonymous", signal);
    if (!asked.ok) return asked.error;
    const catalog = await acceptOrigin(store, asked.value);
    const now = await entries.findByIds(wanted.map(markId)).exec();
    const more: string[] = [];
    for (const shelf of wanted) {
      const page = asked.value.shelves[shelf];
      if (!page) continue;
      const whole = checkpointOf(shelf) === null || page.restarted;
      // Emptied meanwhile: without what came before, this page would be a shelf with gaps.
      const goesOn = whole || JSON.stringify(checkpointOf(shelf, now)) === JSON.stringify(checkpointOf(shelf));
      if (goesOn) await write(catalog, shelf, page, whole);
      if (page.more || !goesOn) more.push(shelf);
    }
    wanted = more;
  }
  await clearOthers(await store.catalog(), shelves);
  await evict(store);
  return null;
}

async function clearOthers(catalog: Catalog, shelves: readonly string[]): Promise<void> {
  const held = await catalog.entries.find({ selector: { kind: { $in: ["shelf", "mark"] } } }).exec();
  const stays = (id: string) =>
    shelves.some((shelf) => id === markId(shelf) || id.startsWith(prefixOf(shelf))) ||
    !(id.startsWith("shelf|") || id.startsWith("mark|shelf|"));
  await catalog.remove(held.map(({ id }) => id).filter((id) => !stays(id)));
}

type Page = v.InferOutput<typeof pullShelf.answer>["shelves"][string];

/** The checkpoint and its rows in one write: who empties the catalog sees both or neither. */
async function write(catalog: Catalog, shelf: string, { rows, checkpoint }: Page, afresh: boolean): Promise<void> {
  const now = Date.now();
  const prefix = prefixOf(shelf);
  const kind = shelf === "apps" ? "app" : "campaign";
  const there = rows.flatMap(({ gone, card }) => {
    const read = gone ? null : readCard(kind, card);
    return read ? [cardEntry("shelf", shelf, read, now)] : [];
  });
  const gone = new Set(rows.filter((row) => row.gone).map(({ id }) => prefix + id));
  if (afresh) {
    const before = await catalog.entries.find({ selector: { kind: "shelf" } }).exec();
    const stays = new Set(there.map(({ id }) => id));
    for (const { id } of before) if (id.startsWith(prefix) && !stays.has(id)) gone.add(id);
  }
  await catalog.remove([...gone]);
  const mark: Entry = { id: markId(shelf), kind: "mark", used: 0, bytes: 0, value: checkpoint ?? {} };
  await catalog.put(checkpoint ? [...there, mark] : there);
}
