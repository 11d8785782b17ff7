// Stores whole rows of other people, opened or flagged, for offline use.
import { map, type Observable } from "rxjs";
import * as v from "valibot";
import type { Entry } from "../database/device-db.ts";
import { liveDevice } from "../database/query.ts";
import { readRow } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { type App, apps } from "../schema/apps.ts";
import { type Campaign, campaigns } from "../schema/campaigns.ts";
import { getRows, type KeptKind, keptCollections } from "../schema/catalog.ts";
import { type Feedback, feedback } from "../schema/feedback.ts";
import { id as rowId } from "../schema/fields.ts";
import { type Release, releases } from "../schema/releases.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { dropCards } from "./cards.ts";
import { putEntries, removeEntries } from "./entries.ts";
import { acceptOrigin } from "./origin.ts";
import { keptId, pinnedEntries } from "./pins.ts";

export interface KeptApp {
  app: App;
  /** The newest published releases, unordered. */
  releases: Release[];
}
export interface KeptCampaign {
  campaign: Campaign;
}
export interface KeptReport {
  report: Feedback;
}
export interface KeptOf {
  app: KeptApp;
  campaign: KeptCampaign;
  feedback: KeptReport;
}

type SentRow = Record<string, unknown>;
interface Kind<T> {
  stored: v.GenericSchema<unknown, T>;
  /** Returns the stored form of a row. */
  storedOf(row: SentRow): object;
  rowOf(kept: T): { id: string; sync_xid: string };
  isListed(kept: T): boolean;
}

const kinds: { readonly [K in KeptKind]: Kind<KeptOf[K]> } = {
  app: {
    stored: v.object({ app: apps, releases: v.array(releases) }),
    storedOf(row) {
      const own = v.safeParse(v.array(v.record(v.string(), v.unknown())), row.releases);
      const read = own.success ? own.output.map((one) => readRow("releases", one)) : [];
      return { app: readRow("apps", row), releases: read.filter((one) => one !== null) };
    },
    rowOf: ({ app }) => app,
    isListed: ({ app }) => app.status === "published",
  },
  campaign: {
    stored: v.object({ campaign: campaigns }),
    storedOf: (row) => ({ campaign: readRow("campaigns", row) }),
    rowOf: ({ campaign }) => campaign,
    isListed: ({ campaign }) => campaign.status === "active" && campaign.visibility === "public" && !campaign.hidden,
  },
  feedback: {
    stored: v.object({ report: feedback }),
    storedOf: (row) => ({ report: readRow("feedback", row) }),
    rowOf: ({ report }) => report,
    isListed: () => false,
  },
};
// One type for all kinds, because TypeScript does not follow K through the table.
const kindOf = <K extends KeptKind>(kind: K): Kind<KeptOf[K]> => kinds[kind];

/** Returns null if the value is missing or unreadable for this version. */
export function readKept<K extends KeptKind>(kind: K, value: unknown): KeptOf[K] | null {
  const read = v.safeParse(kindOf(kind).stored, value);
  return read.success ? read.output : null;
}

export const keptRow = <K extends KeptKind>(store: Store, kind: K, id: string): Observable<KeptOf[K] | null> =>
  liveDevice(() => store.device.catalog.get(keptId(kind, id))).pipe(map((entry) => readKept(kind, entry?.value)));

export const keptRows = <K extends KeptKind>(store: Store, kind: K, ids: readonly string[]): Observable<KeptOf[K][]> =>
  liveDevice(() => store.device.catalog.bulkGet(ids.map((id) => keptId(kind, id)))).pipe(
    map((found) => found.map((entry) => readKept(kind, entry?.value)).filter((kept) => kept !== null)),
  );

function keptEntry<K extends KeptKind>(kind: K, kept: KeptOf[K], used: number): Entry {
  const value: Record<string, unknown> = { ...kept };
  const { id } = kindOf(kind).rowOf(kept);
  return { id: keptId(kind, id), kind: "kept", used, bytes: JSON.stringify(value).length, value };
}

const audience = (store: Store) => (store.person ? "person" : "anonymous");

/** Returns the transaction that wrote a kept row. */
export const versionOf = <K extends KeptKind>(kind: K, kept: KeptOf[K]): string => kindOf(kind).rowOf(kept).sync_xid;

/**
 * Replaces kept rows by those of an answer. Removes the cards of rows that lists no longer show.
 * @param usedAt when each was last opened; default: now
 */
export async function storeRows<K extends KeptKind>(
  store: Store,
  kind: K,
  rows: readonly SentRow[],
  usedAt: (id: string) => number = () => Date.now(),
): Promise<void> {
  const { isListed, rowOf, storedOf } = kindOf(kind);
  const kept = rows.map((row) => readKept(kind, storedOf(row))).filter((one) => one !== null);
  const unlisted = kept.filter((one) => !isListed(one));
  await dropCards(
    store,
    kind,
    unlisted.map((one) => rowOf(one).id),
  );
  await putEntries(
    store,
    kept.map((one) => keptEntry(kind, one, usedAt(rowOf(one).id))),
  );
}

/** Returns whether lists show this row. False if this version cannot read it. */
export function isListedRow<K extends KeptKind>(kind: K, row: SentRow): boolean {
  const kept = readKept(kind, kindOf(kind).storedOf(row));
  return kept !== null && kindOf(kind).isListed(kept);
}

/** Removes rows that the server does not show to this person, except pinned ones. */
export async function dropAbsent(store: Store, kind: KeptKind, absent: readonly string[]): Promise<void> {
  await dropCards(store, kind, absent);
  if (absent.length === 0) return;
  const pinned = await pinnedEntries(store);
  await removeEntries(
    store,
    absent.map((id) => keptId(kind, id)).filter((id) => !pinned.has(id)),
  );
}

/**
 * Fetches the current version of a row.
 * @param changed false fetches it even if this device has the latest version
 * @returns whether the row exists for this person
 */
export async function fetchRow(
  store: Store,
  transport: Transport,
  kind: KeptKind,
  id: string,
  { changed, signal }: { changed: boolean; signal?: AbortSignal },
): Promise<Result<boolean, CallFailure>> {
  // The id comes from an address that a person typed.
  if (!v.is(rowId, id)) return ok(false);
  const { catalog } = store.device;
  const before = readKept(kind, (await catalog.get(keptId(kind, id)))?.value);
  const wanted = [{ id, xid: changed && before ? versionOf(kind, before) : null }];
  const request = { collection: keptCollections[kind], wanted };
  const asked = await transport.rpc(getRows, request, audience(store), signal);
  if (!asked.ok) return fail(asked.error);
  await acceptOrigin(store, asked.value);
  if (asked.value.absent.includes(id)) {
    await dropAbsent(store, kind, [id]);
    return ok((await catalog.get(keptId(kind, id))) !== undefined);
  }
  // Unchanged: only note that it was used.
  if (asked.value.rows.length > 0) await storeRows(store, kind, asked.value.rows);
  else if (before) await putEntries(store, [keptEntry(kind, before, Date.now())]);
  return ok(true);
}

/** Below the server's limit of 200. Later rows are fetched when they are opened. */
const mostAhead = 60;

/** Fetches missing rows that will probably be opened, for offline use. */
export async function keepAhead(
  store: Store,
  transport: Transport,
  kind: KeptKind,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const here = await store.device.catalog.bulkGet(ids.map((id) => keptId(kind, id)));
  const wanted = ids.filter((_, at) => !here[at]).slice(0, mostAhead);
  if (wanted.length === 0) return;
  const request = { collection: keptCollections[kind], wanted: wanted.map((id) => ({ id, xid: null })) };
  const asked = await transport.rpc(getRows, request, "person", signal);
  if (!asked.ok) return;
  await acceptOrigin(store, asked.value);
  await storeRows(store, kind, asked.value.rows);
}
