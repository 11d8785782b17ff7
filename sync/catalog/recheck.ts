// Rechecks copies on this device with the server, so that lists drop campaigns that were hidden,
// made private or ended.
import type { Entry } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { type CatalogKind, catalogLists, getRows, readCard } from "../schema/catalog.ts";
import type { Transport } from "../transport/rpc.ts";
import { cardEntry, dropCards } from "./cards.ts";
import { entriesOf, putEntries } from "./entries.ts";
import { dropAbsent, isListedRow, readKept, storeRows, versionOf } from "./kept-rows.ts";
import { acceptOrigin } from "./origin.ts";
import { pinnedEntries } from "./pins.ts";

/** Kept rows per check, the most recently used first. */
const keptEach = 50;
/** Cards from searches per check, in turn. */
const cardsEach = 150;

const rowId = (entryId: string) => entryId.slice(entryId.lastIndexOf("|") + 1);

interface Checked {
  kept: Map<string, Entry>;
  cards: Map<string, Entry>;
  /** The id after which the next check continues; "": at the beginning. */
  cursor: string;
}

/** Returns the entries to check, by the ids of their rows. */
async function nextTurn(store: Store, kind: CatalogKind): Promise<Checked> {
  const after = (await store.device.catalog.get(`mark|checked|${kind}`))?.value.after;
  const pinned = await pinnedEntries(store);
  const held = async (which: Entry["kind"]) =>
    (await entriesOf(store, which)).filter(({ id }) => id.startsWith(`${which}|${kind}|`));
  const kept = (await held("kept")).sort(
    (a, b) => Number(pinned.has(b.id)) - Number(pinned.has(a.id)) || b.used - a.used,
  );
  const cards = (await held("card")).sort((a, b) => (a.id < b.id ? -1 : 1));
  const rest = cards.filter(({ id }) => typeof after !== "string" || id > after);
  const byRow = (list: Entry[]) => new Map(list.map((entry) => [rowId(entry.id), entry]));
  const turn = rest.slice(0, cardsEach);
  const cursor = rest.length > cardsEach ? (turn.at(-1)?.id ?? "") : "";
  return { kept: byRow(kept.slice(0, keptEach)), cards: byRow(turn), cursor };
}

/** Updates the card of a changed row. Keeps fields that a row lacks, such as an app's icon. */
function changedCard(kind: CatalogKind, card: Entry, row: Record<string, unknown>): Entry[] {
  const short = (text: unknown) => (typeof text === "string" ? [...text].slice(0, 200).join("") : text);
  const texts = { description: short(row.description), requirements: short(row.requirements) };
  const read = readCard(kind, { ...card.value, ...row, ...texts, xid: row.sync_xid });
  return read ? [cardEntry("card", kind, read, card.used)] : [];
}

/** Checks some copies of a kind. @returns whether there are more */
export async function recheck(
  store: Store,
  transport: Transport,
  kind: CatalogKind,
  signal: AbortSignal,
): Promise<boolean> {
  const { kept, cards, cursor } = await nextTurn(store, kind);
  const wanted = [
    ...[...kept].map(([id, { value }]) => {
      const row = readKept(kind, value);
      return { id, xid: row && versionOf(kind, row) };
    }),
    ...[...cards].filter(([id]) => !kept.has(id)).map(([id, { value }]) => ({ id, xid: String(value.xid) })),
  ];
  if (wanted.length === 0) return false;
  const request = { collection: catalogLists[kind], wanted };
  const asked = await transport.rpc(getRows, request, store.person ? "person" : "anonymous", signal);
  if (!asked.ok) return false;
  await acceptOrigin(store, asked.value);
  const { rows, absent } = asked.value;
  await dropAbsent(store, kind, absent);
  const unlisted = rows.filter((row) => !isListedRow(kind, row)).map(({ id }) => id);
  await dropCards(store, kind, unlisted);
  const listed = rows.filter(({ id }) => !unlisted.includes(id));
  await putEntries(
    store,
    listed.flatMap((row) => {
      const card = cards.get(row.id);
      return card ? changedCard(kind, card, row) : [];
    }),
  );
  await storeRows(
    store,
    kind,
    rows.filter(({ id }) => kept.has(id)),
    (id) => kept.get(id)?.used ?? 0,
  );
  await putEntries(store, [{ id: `mark|checked|${kind}`, kind: "mark", used: 0, bytes: 0, value: { after: cursor } }]);
  return cursor !== "";
}
