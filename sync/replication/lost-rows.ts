// Finds acknowledged rows of this person that a restored server has lost. The rebuild saved them in
// `ownRows` (own-rows.ts). After a full pull they are compared with the server's rows; missing ones
// go to the outbox with their files and can be sent again.
import { deepEqual } from "rxdb";
import * as v from "valibot";
import { type OwnRow, readMeta } from "../database/device-db.ts";
import { baseOfStored } from "../database/local-rows.ts";
import { keepRecovered, keepRejected } from "../database/outbox-writer.ts";
import { organizationsOf } from "../database/own-rows.ts";
import type { SyncedDoc } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, storedRows } from "../outbox/pending-changes.ts";
import type { Application } from "../schema/applications.ts";
import { type CollectionName, collections } from "../schema/collections.ts";
import type { Feedback } from "../schema/feedback.ts";
import { asWritten, canReach, isAuthor, isQueue, isShared, ownColumns, type Writer } from "../schema/own.ts";
import { lostCode } from "../schema/rejections.ts";
import { releases } from "../schema/releases.ts";
import type { RejectedCall, Result } from "../transport/result.ts";
import { attachmentItem, filesOf } from "../uploads/attachments.ts";
import { resendImages } from "../uploads/image-uploads.ts";
import { fileTables } from "../uploads/pending-items.ts";
import { resendReleaseFile } from "../uploads/release-uploads.ts";
import type { Reach } from "./pull.ts";

/** What to save of a row; null: the server has it. */
type Lost = { whole: SyncedDoc } | { texts: readonly string[] } | null;

/**
 * @param kept the row as the server had acknowledged it
 * @param now the server's row today; undefined: none
 */
export function lostOf(name: CollectionName, writer: Writer, kept: SyncedDoc, now: SyncedDoc | undefined): Lost {
  const author = isAuthor(name, writer, kept);
  const own = ownColumns(name, writer, kept);
  const written = collections[name].texts.filter((c) => own.includes(c) && String(kept[c] ?? "").trim() !== "");
  if (now === undefined || (now._deleted && now.sync_seq < kept.sync_seq)) {
    // A payout that has been decided since must not be requested twice.
    if (author && name === "payouts" && kept.status !== "requested") return null;
    if (author) return collections[name].insert.length > 0 ? { whole: asWritten(name, writer, kept) } : null;
    return written.length > 0 ? { whole: kept } : null;
  }
  if (now._deleted && now.sync_seq >= kept.sync_seq) return null;
  if (now.sync_seq >= kept.sync_seq) {
    const texts = written.filter((column) => kept[column] !== now[column]);
    return texts.length > 0 ? { texts } : null;
  }
  const whole = author ? asWritten(name, writer, kept) : kept;
  const differs = (column: string) =>
    !deepEqual(whole[column], now[column]) && (column !== "status" || canReach(name, writer, now.status, whole.status));
  const later = collections[name].update.filter((c) => own.includes(c));
  return later.some(differs) ? { whole: { ...kept, status: whole.status } } : null;
}

export interface LostRows {
  pulled(name: CollectionName, rows: readonly SyncedDoc[]): void;
  /**
   * Notes each collection's last page.
   * @returns true: every row that the server had when the pull ended is stored
   */
  ended(name: CollectionName, reach: Reach): boolean;
  /** Compares the saved rows after a full pull. If it is stopped, the next opening continues. */
  compare(signal: AbortSignal, ask: AskForRows): Promise<void>;
}

/** Asks the server for rows that a pull does not contain. */
type AskForRows = (
  name: CollectionName,
  ids: readonly string[],
) => Promise<Result<ReadonlyMap<string, SyncedDoc>, RejectedCall>>;

const pageOf = 200;

/** @returns null if there is nothing to compare */
export async function openLostRows(store: Store): Promise<LostRows | null> {
  const { device } = store;
  const restored = (await readMeta<boolean>(device, "restored")) ?? false;
  if (restored) await sendFilesAgain(store);
  const keys = (await device.ownRows.toCollection().primaryKeys()).map((key) => key.split("|").slice(0, 2).join("|"));
  if (keys.length === 0 && !restored) return null;
  const wanted = new Set(keys);
  const latest = new Map<string, SyncedDoc>();
  const covered = new Map<CollectionName, bigint>();
  /** The newest transaction that had begun when the first full pull ended. */
  let until: bigint | null = null;
  return {
    pulled(name, rows) {
      for (const row of rows) if (wanted.has(`${name}|${row.id}`)) latest.set(`${name}|${row.id}`, row);
    },
    ended(name, page) {
      covered.set(name, page.covered);
      if (covered.size < store.names.length) return false;
      const target = until ?? page.newest;
      until = target;
      return [...covered.values()].every((xid) => xid >= target);
    },
    async compare(signal, ask) {
      // Only the role changed: the server lost nothing.
      if (!restored) return void (await device.ownRows.clear());
      const organizations = await organizationsOf(store);
      for (;;) {
        const page = await device.ownRows.orderBy("key").limit(pageOf).toArray();
        if (page.length === 0) break;
        for (const name of new Set(page.map(({ collection }) => collection))) {
          if (!isQueue(name, store)) continue;
          const ids = page.flatMap(({ collection, doc }) => (collection === name ? [doc.id] : []));
          const found = await ask(
            name,
            ids.filter((id) => !latest.has(`${name}|${id}`)),
          );
          if (!found.ok) return;
          for (const [id, row] of found.value) latest.set(`${name}|${id}`, row);
        }
        for (const row of page) {
          if (signal.aborted) return;
          // A row of an organization that the person has left.
          const left = isShared(row.collection, store) && !organizations.includes(String(row.doc.org_id));
          if (left && !isAuthor(row.collection, store, row.doc)) await device.ownRows.delete(row.key);
          else await settle(store, row, await standing(store, latest, row));
        }
      }
      await device.meta.delete("restored");
    },
  };
}

/** Returns the server's version of a row, or the base of a pending one. */
async function standing(
  store: Store,
  latest: ReadonlyMap<string, SyncedDoc>,
  { collection, doc }: OwnRow,
): Promise<SyncedDoc | undefined> {
  const pulled = latest.get(`${collection}|${doc.id}`);
  if (pulled || !store.has(collection)) return pulled;
  const [stored] = await storedRows(store, collection, [doc.id]);
  return stored && baseOfStored(stored);
}

/** A killed tab compares the row again; a repeated comparison adds no second entry. */
async function settle(store: Store, { key, collection, doc }: OwnRow, now: SyncedDoc | undefined): Promise<void> {
  const { device } = store;
  const lost = lostOf(collection, store, doc, now);
  if (lost && "whole" in lost && collection === "releases") {
    const release = v.safeParse(releases, lost.whole);
    if (release.success) await resendReleaseFile(store, release.output);
  }
  await store.transaction(["ownRows", "outbox", ...fileTables], async () => {
    if (lost && "whole" in lost) {
      await keepRejected(device, { collection, doc: lost.whole, code: lostCode, message: "" }, now ?? null);
      if (hasFiles(collection) && isAuthor(collection, store, doc)) await queueFiles(store, lost.whole, now);
    } else if (lost) {
      for (const field of lost.texts) await keepRecovered(device, collection, doc, field, String(doc[field]), lostCode);
    }
    await device.ownRows.delete(key);
  });
}

/** Skips files that the server has: pictures, and files that are pending themselves. */
async function sendFilesAgain(store: Store): Promise<void> {
  await resendImages(store);
  if (!store.has("feedback")) return;
  for (const name of withFiles)
    for (const row of await pendingRows(store, name))
      if (!row._deleted && isAuthor(name, store, row)) await queueFiles(store, row, undefined);
}

const withFiles = ["feedback", "applications"] as const;
const hasFiles = (name: CollectionName) => withFiles.some((one) => one === name);

/** Uploads files again with their row. A file without bytes on this device becomes `lost`. */
async function queueFiles({ device, owner }: Store, row: SyncedDoc, now: SyncedDoc | undefined): Promise<void> {
  const there = (now?.uploaded ?? []) as readonly string[];
  // Cast: the row belongs to one of `withFiles`.
  for (const attachment of filesOf(row as unknown as Feedback | Application)) {
    const item = attachmentItem(owner, row.id, attachment);
    if (there.includes(attachment.id) || (await device.pending.get(item.key))) continue;
    await device.pending.put(item);
    await device.blobs.update(item.sha256, { own: 1 });
  }
}
