// Public pictures that a person gives themselves (avatars): kept on this device in the same action
// as the row that names them, sent when there is a network, once. Paths hold the hash of the bytes,
// so a repeat is harmless and a copy never grows old. Never touches a row, never used for files
// that belong to a report (attachments.ts).
import type { DeviceDb, KeptBytes } from "../database/device-db.ts";
import { blobOf, keepable } from "../database/kept-bytes.ts";
import type { Store } from "../database/store.ts";
import { storageFailure } from "../transport/errors.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { type Queue, startQueue, untilAnswered } from "./queue.ts";
import { sha256Of } from "./sha256.ts";
import { sendFile } from "./upload-client.ts";

export type PublicBucket = "avatars" | "app-content" | "branding";

export interface KeptObject {
  bucket: PublicBucket;
  path: string;
  blob: KeptBytes;
  /** Sent: the copy stays for looking at it offline. */
  sent: boolean;
  /** The server's answer when it refused the file. */
  refused: string;
}

export const objectPrefix = "object|";
const keyOf = (bucket: PublicBucket, path: string) => `${objectPrefix}${bucket}|${path}`;

/** Where everybody reads the object from. */
export const publicAddress = (url: string, bucket: PublicBucket, path: string): string =>
  `${url}/storage/v1/object/public/${bucket}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** Keeps the picture under the owner's folder and queues it. @returns its path, for the row */
export async function keepObject(store: Store, bucket: PublicBucket, blob: Blob): Promise<Result<string>> {
  const { person } = store;
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  const path = `${person.id}/${await sha256Of(blob)}.${blob.type === "image/png" ? "png" : "jpg"}`;
  try {
    const kept = await keepable(store.side, blob);
    const value: KeptObject = { bucket, path, blob: kept, sent: false, refused: "" };
    await store.side.drafts.put({ key: keyOf(bucket, path), value, at: new Date().toISOString() });
  } catch (error) {
    const failure = storageFailure(error);
    if (failure) return fail(failure);
    throw error;
  }
  return ok(path);
}

/** The bytes that this device made itself; null: they are only on the server. */
export async function keptObject(store: Store, bucket: PublicBucket, path: string): Promise<Blob | null> {
  const kept = await store.side.drafts.get(keyOf(bucket, path));
  return kept ? blobOf((kept.value as KeptObject).blob) : null;
}

/** To a server that may have lost them: what it has is not taken twice. */
export const sendObjectsAgain = async ({ drafts }: DeviceDb): Promise<void> => {
  const kept = await drafts.where("key").startsWith(objectPrefix).toArray();
  await drafts.bulkPut(kept.map((one) => ({ ...one, value: { ...(one.value as KeptObject), sent: false } })));
};

/** Sends what is kept and not yet sent. Runs in the leading tab. */
export function startObjectQueue(store: Store, transport: Transport): Queue {
  const { drafts } = store.side;
  async function attempt({ key, kept }: { key: string; kept: KeptObject }, signal: AbortSignal): Promise<void> {
    const { bucket, path } = kept;
    const blob = blobOf(kept.blob);
    const file = { bucket, path, type: blob.type, bytes: blob, maxAge: 31_536_000 };
    let resume = "";
    const onResume = async (address: string) => {
      resume = address;
    };
    const refused = await untilAnswered(transport, signal, (onArrived) =>
      sendFile(transport, file, { signal, resume, onResume, onArrived, onProgress: () => undefined }),
    );
    await drafts.update(key, { value: { ...kept, sent: refused === null, refused: refused ?? "" } });
  }

  return startQueue(transport, {
    load: async () => {
      const all = await drafts.where("key").startsWith(objectPrefix).toArray();
      return all
        .map(({ key, value }) => ({ key, kept: value as KeptObject }))
        .filter(({ kept }) => !kept.sent && kept.refused === "");
    },
    keyOf: ({ key }) => key,
    each: attempt,
  });
}
