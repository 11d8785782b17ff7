// Reads attachments for viewing: from this device, or downloaded and cached up to a limit.
import Dexie from "dexie";
import { type DeviceDb, ifThereIsRoom } from "../database/device-db.ts";
import { docsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { blobOf, storeFile } from "../database/stored-bytes.ts";
import type { Attachment, Feedback } from "../schema/feedback.ts";
import { isPage } from "../transport/answers.ts";
import type { Transport } from "../transport/rpc.ts";
import { attachmentBucket, filesOf } from "./attachments.ts";
import { isIntact, looksIntact } from "./sha256.ts";
import { failureOfFile } from "./upload-client.ts";

/** Limits for downloaded pictures. Evicts the oldest first, but never pending uploads. */
export const cacheLimits: CacheLimits = { pictures: 1_000, bytes: 200 * 1024 * 1024 };
interface CacheLimits {
  readonly pictures: number;
  readonly bytes: number;
}

/** Prefetched pictures use only a part of the cache, so that they do not evict each other. */
const prefetchShare = 0.75;

export type AttachmentView =
  | { state: "ready"; blob: Blob }
  /** Not uploaded yet: only the device that attached it has it. */
  | { state: "on_its_way" }
  /** This device's bytes differ from the attached file, and the server has none. */
  | { state: "damaged_here" }
  | { state: "offline" }
  | { state: "missing" }
  /** The server's bytes differ from the attached file. */
  | { state: "damaged" };

/** Returns an attachment's bytes: from this device, or downloaded and cached. */
export async function readAttachment(
  store: Store,
  transport: Transport,
  row: Pick<Feedback, "tester_id" | "uploaded">,
  attachment: Attachment,
  limits = cacheLimits,
): Promise<AttachmentView> {
  const kept = await store.device.blobs.get(attachment.sha256);
  const here = kept && blobOf(kept.data);
  if (here && (await looksIntact(here, attachment))) return { state: "ready", blob: here };
  if (!row.uploaded.includes(attachment.id)) return { state: here ? "damaged_here" : "on_its_way" };
  const token = await transport.token();
  if (!token.ok) return { state: "offline" };
  const client = await transport.client().catch(() => null);
  if (!client) return { state: "offline" };
  const answer = await client.storage.from(attachmentBucket).download(`${row.tester_id}/${attachment.sha256}`);
  if (answer.error) {
    const failure = failureOfFile(answer.error);
    if (!failure.ok) transport.seen(failure.error);
    return { state: !failure.ok && failure.error.type === "rejected" ? "missing" : "offline" };
  }
  if (isPage(answer.data.type) && !isPage(attachment.type)) {
    transport.seen({ type: "offline" });
    return { state: "offline" };
  }
  // The name is the checksum. The embedded server checks it on upload; hosted ones do not.
  if (!(await isIntact(answer.data, attachment))) return { state: "damaged" };
  const blob = new Blob([answer.data], { type: attachment.type });
  // No room for a copy: the picture is shown, and downloaded again next time.
  await ifThereIsRoom(cache(store, attachment.sha256, blob, limits));
  return { state: "ready", blob };
}

async function cache(store: Store, sha256: string, blob: Blob, limits: CacheLimits): Promise<void> {
  const at = new Date().toISOString();
  const { type, size } = blob;
  const { device } = store;
  await storeFile(device, blob, (data) =>
    store.transaction(["blobs"], () => device.blobs.put({ sha256, data, type, size, own: 0, at })),
  );
  await store.transaction(["blobs"], () => evictPictures(device, limits));
}

/** Reads only keys: a phone has no memory for all pictures. */
async function evictPictures({ blobs }: DeviceDb, limits: CacheLimits): Promise<void> {
  const fetched = blobs.where("[own+at+size]").between([0, Dexie.minKey], [0, Dexie.maxKey]);
  const oldestFirst = await fetched.primaryKeys();
  await blobs.bulkDelete(oldestFirst.slice(0, -limits.pictures));
  const tooLarge: string[] = [];
  let total = 0;
  await fetched.reverse().eachKey((key, { primaryKey }) => {
    // Cast: Dexie's type of a key is any of the index's.
    const [, , size] = key as unknown as [number, string, number];
    total += size;
    if (total > limits.bytes) tooLarge.push(primaryKey);
  });
  await blobs.bulkDelete(tooLarge);
}

/** Pictures that are damaged or missing on the server, requested once per visit. */
const unusable = new WeakMap<Store, Set<string>>();

/**
 * Caches pictures of reports and results to review for offline use: the newest ones that fit beside
 * the viewed ones. More would evict each other with each run.
 */
export async function prefetchAttachments(store: Store, transport: Transport, limits = cacheLimits): Promise<void> {
  if (store.role !== "developer") return;
  const skipped = unusable.get(store) ?? new Set<string>();
  unusable.set(store, skipped);
  const reports = await docsOf(store, "feedback", { status: "submitted" });
  const sets = await docsOf(store, "applications", { results_status: "submitted" });
  const latest = [
    ...reports.map((row) => ({ row, at: row.received_at ?? "" })),
    ...sets.map((row) => ({ row, at: row.results_submitted_at ?? "" })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  let pictures = 0;
  let bytes = 0;
  for (const { row } of latest) {
    for (const a of filesOf(row)) {
      if (!a.type.startsWith("image/") || !row.uploaded.includes(a.id) || skipped.has(a.sha256)) continue;
      pictures += 1;
      bytes += a.size;
      if (pictures > limits.pictures * prefetchShare || bytes > limits.bytes * prefetchShare) return;
      if ((await store.device.blobs.where("sha256").equals(a.sha256).count()) > 0) continue;
      const { state } = await readAttachment(store, transport, row, a, limits);
      if (state === "offline") return;
      if (state !== "ready") skipped.add(a.sha256);
    }
  }
}
