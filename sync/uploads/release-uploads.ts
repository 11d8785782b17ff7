// The files of releases: kept on this device with the release that names them, sent when there is a
// network, in chunks that go on where they stopped. The path is the hash of the bytes, so a repeat
// is harmless. Never touches a row.
import { ifThereIsRoom, ignoreStorageErrors, type KeptBytes } from "../database/device-db.ts";
import { blobOf, keepable } from "../database/kept-bytes.ts";
import type { Store } from "../database/store.ts";
import type { Release } from "../schema/releases.ts";
import { storageFailure } from "../transport/errors.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { downloadedFile } from "./downloads.ts";
import { type Queue, startQueue, untilAnswered } from "./queue.ts";
import { sha256Of } from "./sha256.ts";
import { type Sending, sendFile } from "./upload-client.ts";

const bucket = "releases";
/** As the bucket says (migration `storage`). */
const buildLimits = { bytes: 500 * 1024 * 1024 } as const;
/** How often the progress is noted, for the other tabs and the next start. */
const NOTE_MS = 400;

export type BuildFile = Pick<Release, "file_name" | "file_path" | "content_type" | "size_bytes" | "sha256">;

/** A file on its way. Gone once the server has it. */
export interface BuildUpload {
  release_id: string;
  path: string;
  name: string;
  type: string;
  size: number;
  sent: number;
  /** The server's answer when it refused the file; the queue leaves it alone until Retry. */
  refused: string;
  /** Where the upload goes on. */
  resume: string;
}

export const buildPrefix = "build|";
const keyOf = (releaseId: string) => buildPrefix + releaseId;
/** Apart from what is noted while it is sent: each note would write the bytes again. */
const bytesOf = (releaseId: string) => `build-bytes|${releaseId}`;

/** Keeps a file for a release and queues it. @returns the columns that name it, for the row */
export async function keepBuild(
  store: Store,
  releaseId: string,
  file: File,
  onHashed?: (done: number) => void,
): Promise<Result<BuildFile>> {
  if (file.size > buildLimits.bytes) return fail({ type: "too_large", limit: buildLimits.bytes });
  if (file.size === 0) return fail({ type: "wrong_type" });
  const digest = await sha256Of(file, onHashed);
  const path = `${store.owner}/${digest}`;
  const name = file.name.slice(0, 255);
  const type = (file.type || "application/octet-stream").slice(0, 100);
  const upload: BuildUpload = {
    ...{ release_id: releaseId, path, name, type, size: file.size },
    ...{ sent: 0, refused: "", resume: "" },
  };
  const at = new Date().toISOString();
  try {
    await store.side.drafts.bulkPut([
      { key: bytesOf(releaseId), value: await keepable(store.side, file), at },
      { key: keyOf(releaseId), value: upload, at },
    ]);
  } catch (error) {
    const failure = storageFailure(error);
    if (failure) return fail(failure);
    throw error;
  }
  return ok({ file_name: name, file_path: path, content_type: type, size_bytes: file.size, sha256: digest });
}

/**
 * Queues the file of a release once more that the server has lost, if it is still on this device:
 * kept for use without a network.
 */
export async function keepBuildAgain(store: Store, release: Release): Promise<void> {
  const { id, file_path: path, file_name: name, content_type: type, size_bytes: size } = release;
  if (path === "" || (await store.side.drafts.get(keyOf(id))) !== undefined) return;
  const bytes = await downloadedFile(store, id);
  if (bytes === null || bytes.size !== size) return;
  const upload: BuildUpload = { release_id: id, path, name, type, size, sent: 0, refused: "", resume: "" };
  const at = new Date().toISOString();
  await store.side.drafts.bulkPut([
    { key: bytesOf(id), value: await keepable(store.side, bytes), at },
    { key: keyOf(id), value: upload, at },
  ]);
}

/** Takes a file out of the queue. */
export const dropBuild = (store: Store, releaseId: string): Promise<void> =>
  store.side.drafts.bulkDelete([keyOf(releaseId), bytesOf(releaseId)]);

/** Sends what is kept, one file at a time. Runs in the leading tab. */
export function startBuildQueue(store: Store, transport: Transport): Queue {
  async function attempt(upload: BuildUpload, signal: AbortSignal): Promise<void> {
    const kept = (await store.side.drafts.get(bytesOf(upload.release_id)))?.value as KeptBytes | undefined;
    if (!kept) {
      await note(store, upload, { refused: "lost" });
      return;
    }
    const bytes = blobOf(kept);
    const latest = async () =>
      (await store.side.drafts.get(keyOf(upload.release_id)))?.value as BuildUpload | undefined;
    const refused = await untilAnswered(transport, signal, async (onArrived) => {
      const now = await latest();
      // Taken out of the queue, or replaced by another file, while this one waited.
      return now?.path === upload.path ? send(store, transport, now, bytes, { signal, onArrived }) : ok(undefined);
    });
    if (refused !== null) return note(store, upload, { refused });
    await store.side.transaction("rw", store.side.drafts, async () => {
      if ((await latest())?.path === upload.path) await dropBuild(store, upload.release_id);
    });
  }

  return startQueue(transport, {
    // With their values: a refused file that is to be tried again changes no key.
    load: async () => {
      const kept = await store.side.drafts.where("key").startsWith(buildPrefix).toArray();
      return kept.map(({ value }) => value as BuildUpload).filter((upload) => upload.refused === "");
    },
    keyOf: ({ path }) => path,
    each: attempt,
  });
}

/** Notes something about a file on its way, unless another has taken its place. */
export async function note(store: Store, about: BuildUpload, change: Partial<BuildUpload>): Promise<void> {
  await store.side.transaction("rw", store.side.drafts, async () => {
    const kept = await store.side.drafts.get(keyOf(about.release_id));
    if (!kept) return;
    const value = kept.value as BuildUpload;
    if (value.path === about.path) await store.side.drafts.put({ ...kept, value: { ...value, ...change } });
  });
}

function send(
  store: Store,
  transport: Transport,
  upload: BuildUpload,
  bytes: Blob,
  sending: Pick<Sending, "signal" | "onArrived">,
) {
  let noted = 0;
  const file = { bucket, path: upload.path, type: upload.type, bytes, maxAge: 3600 };
  return sendFile(transport, file, {
    ...sending,
    resume: upload.resume,
    onResume: (resume) => ifThereIsRoom(note(store, upload, resume === "" ? { resume, sent: 0 } : { resume })),
    onProgress: (sent) => {
      const now = Date.now();
      if (now - noted < NOTE_MS && sent < upload.size) return;
      noted = now;
      ignoreStorageErrors(note(store, upload, { sent }));
    },
  });
}
