// Finds rows that a restored server has lost: this person wrote them and the server had
// acknowledged them. The store saved them in the device database when it was rebuilt (store.ts).
// After a full pull they are compared with the server's rows; missing ones go to the outbox with
// their files and can be sent again. Other people's rows are dropped.
import { deepEqual } from "rxdb";
import * as v from "valibot";
import { baseOf } from "../database/base-versions.ts";
import { type OwnRow, readMeta } from "../database/device-db.ts";
import { keepRecovered, keepRefused } from "../database/outbox-writer.ts";
import { organizationsOf } from "../database/own-rows.ts";
import type { SyncedDoc } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, storedWhole } from "../outbox/pending-changes.ts";
import { type CollectionName, collections } from "../schema/collections.ts";
import type { Attachment } from "../schema/feedback.ts";
import { asWritten, canReach, isAuthor, isShared, ownColumns, type Writer } from "../schema/own.ts";
import { lostCode } from "../schema/refusals.ts";
import { releases } from "../schema/releases.ts";
import { attachmentItem } from "../uploads/attachments.ts";
import { resendImages } from "../uploads/image-uploads.ts";
import { resendReleaseFile } from "../uploads/release-uploads.ts";
import type { PulledPage } from "./pull.ts";

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
    // A payout that was decided since must not be requested twice.
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
  /** Notes pulled rows: RxDB stores them after the pull has ended. */
  pulled(name: CollectionName, rows: readonly SyncedDoc[]): void;
  /**
   * Notes each collection's last page.
   * @returns true: every row that the server had when the pull ended is stored
   */
  ended(name: CollectionName, page: Pick<PulledPage, "covered" | "newest">): boolean;
  /**
   * Everything has been pulled. Stopped in the middle, the rest is compared when the store is
   * opened again.
   */
  compare(signal: AbortSignal): Promise<void>;
}

const pageOf = 200;

/** @returns null: nothing is to be compared */
export async function openLostRows(store: Store): Promise<LostRows | null> {
  const { side } = store;
  const restored = (await readMeta<boolean>(side, "restored")) ?? false;
  if (restored) await sendFilesAgain(store);
  const keys = (await side.ownRows.toCollection().primaryKeys()).map((key) => key.split("|").slice(0, 2).join("|"));
  if (keys.length === 0 && !restored) return null;
  const wanted = new Set(keys);
  const latest = new Map<string, SyncedDoc>();
  const covered = new Map<CollectionName, bigint>();
  /** The latest transaction that had begun when all had been pulled for the first time. */
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
    async compare(signal) {
      // Another role alone: the server lost nothing.
      if (!restored) return void (await side.ownRows.clear());
      const organizations = await organizationsOf(store);
      for (;;) {
        const page = await side.ownRows.orderBy("key").limit(pageOf).toArray();
        if (page.length === 0) break;
        for (const row of page) {
          if (signal.aborted) return;
          // Of an organization that the person has left: theirs no more.
          const left = isShared(row.collection, store) && !organizations.includes(String(row.doc.org_id));
          if (left && !isAuthor(row.collection, store, row.doc)) await side.ownRows.delete(row.key);
          else await settle(store, row, await standing(store, latest, row));
        }
      }
      await side.meta.delete("restored");
    },
  };
}

/** The row as the server has it, or as it was when it was edited here since. */
async function standing(
  store: Store,
  latest: ReadonlyMap<string, SyncedDoc>,
  { collection, doc }: OwnRow,
): Promise<SyncedDoc | undefined> {
  const pulled = latest.get(`${collection}|${doc.id}`);
  if (pulled || !store.has(collection)) return pulled;
  const [stored] = await storedWhole(store, collection, [doc.id]);
  return stored && baseOf(stored);
}

/** Killed half-way, the row is still to be compared; done twice, it is one entry. */
async function settle(store: Store, { key, collection, doc }: OwnRow, now: SyncedDoc | undefined): Promise<void> {
  const { side } = store;
  const lost = lostOf(collection, store, doc, now);
  if (lost && "whole" in lost && collection === "releases") {
    const release = v.safeParse(releases, lost.whole);
    if (release.success) await resendReleaseFile(store, release.output);
  }
  await side.transaction("rw", [side.ownRows, side.outbox, side.pending, side.blobs], async () => {
    if (lost && "whole" in lost) {
      await keepRefused(side, { collection, doc: lost.whole, code: lostCode, message: "" }, now ?? null);
      if (collection === "feedback" && isAuthor(collection, store, doc)) await queueFiles(store, lost.whole, now);
    } else if (lost) {
      for (const field of lost.texts) await keepRecovered(side, collection, doc, field, String(doc[field]), lostCode);
    }
    await side.ownRows.delete(key);
  });
}

/** Skips files that the server has: pictures, and files that are pending themselves. */
async function sendFilesAgain(store: Store): Promise<void> {
  await resendImages(store.side);
  if (!store.has("feedback")) return;
  for (const row of await pendingRows(store, "feedback"))
    if (!row._deleted && isAuthor("feedback", store, row)) await queueFiles(store, row, undefined);
}

/**
 * Files that the server lost are uploaded again with their report. A file without bytes on this
 * device is reported as lost.
 */
async function queueFiles({ side, owner }: Store, row: SyncedDoc, now: SyncedDoc | undefined): Promise<void> {
  const there = (now?.uploaded ?? []) as readonly string[];
  for (const attachment of row.attachments as readonly Attachment[]) {
    const item = attachmentItem(owner, row.id, attachment);
    if (there.includes(attachment.id) || (await side.pending.get(item.key))) continue;
    await side.pending.put(item);
    await side.blobs.update(item.sha256, { own: 1 });
  }
}
