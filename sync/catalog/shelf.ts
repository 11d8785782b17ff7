// Pulls the shelves: a few hundred cards that the server keeps on every device, so that the App
// Store and Available Tests have lists offline. Uses checkpoints like sync_pull; never pushes.
import type * as v from "valibot";
import type { Entry } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { pullShelf, readCard } from "../schema/catalog.ts";
import type { CallFailure } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { cardEntry } from "./cards.ts";
import { changeCatalog, entriesOf, removeEntries } from "./entries.ts";
import { evict } from "./eviction.ts";
import { acceptOrigin } from "./origin.ts";

const markId = (shelf: string) => `mark|shelf|${shelf}`;
const prefixOf = (shelf: string) => `shelf|${shelf}|`;
/** Larger than any shelf. */
const pageSize = 500;

/**
 * Updates these shelves and removes the others.
 * @returns the failure; null if all are up to date
 */
export async function refreshShelves(
  store: Store,
  transport: Transport,
  shelves: readonly string[],
  signal: AbortSignal,
): Promise<CallFailure | null> {
  for (let wanted = shelves; wanted.length > 0; ) {
    const marks = await store.device.catalog.bulkGet(wanted.map(markId));
    const checkpointOf = (shelf: string) => marks[wanted.indexOf(shelf)]?.value ?? null;
    const requests = wanted.map((shelf) => ({ shelf, checkpoint: checkpointOf(shelf), limit: pageSize }));
    const asked = await transport.rpc(pullShelf, { requests }, store.person ? "person" : "anonymous", signal);
    if (!asked.ok) return asked.error;
    await acceptOrigin(store, asked.value);
    const more: string[] = [];
    for (const shelf of wanted) {
      const page = asked.value.shelves[shelf];
      if (page && (!(await write(store, shelf, page, checkpointOf(shelf))) || page.more)) more.push(shelf);
    }
    wanted = more;
  }
  await clearOthers(store, shelves);
  await evict(store);
  return null;
}

async function clearOthers(store: Store, shelves: readonly string[]): Promise<void> {
  const held = await entriesOf(store, "shelf", "mark");
  const stays = (id: string) =>
    shelves.some((shelf) => id === markId(shelf) || id.startsWith(prefixOf(shelf))) ||
    !(id.startsWith("shelf|") || id.startsWith("mark|shelf|"));
  await removeEntries(
    store,
    held.map(({ id }) => id).filter((id) => !stays(id)),
  );
}

type Page = v.InferOutput<typeof pullShelf.answer>["shelves"][string];

/**
 * Writes a page and its checkpoint in one transaction, so that emptying the catalog removes both.
 * @param from the checkpoint before the page
 * @returns false if the catalog was emptied since, so that the page would leave a gap
 */
async function write(store: Store, shelf: string, page: Page, from: object | null): Promise<boolean> {
  const now = Date.now();
  const prefix = prefixOf(shelf);
  const kind = shelf === "apps" ? "app" : "campaign";
  const there = page.rows.flatMap(({ gone, card }) => {
    const read = gone ? null : readCard(kind, card);
    return read ? [cardEntry("shelf", shelf, read, now)] : [];
  });
  const gone = page.rows.filter((row) => row.gone).map(({ id }) => prefix + id);
  const afresh = from === null || page.restarted;
  const { checkpoint } = page;
  const mark: Entry = { id: markId(shelf), kind: "mark", used: 0, bytes: 0, value: checkpoint ?? {} };
  let goesOn = true;
  await changeCatalog(store, async (catalog) => {
    goesOn = afresh || JSON.stringify((await catalog.get(mark.id))?.value ?? null) === JSON.stringify(from);
    if (!goesOn) return;
    if (afresh) await catalog.where("id").startsWith(prefix).delete();
    else await catalog.bulkDelete(gone);
    await catalog.bulkPut(checkpoint ? [...there, mark] : there);
  });
  return goesOn;
}
