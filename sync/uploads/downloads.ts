// Downloads builds in resumable parts, checks size and checksum, and counts each download once on
// the server. Runs in the leader; stored builds work offline.
import type { Download } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { blobOf, sizeOf, storeFile } from "../database/stored-bytes.ts";
import { recordDownload } from "../schema/functions.ts";
import type { Release } from "../schema/releases.ts";
import { isPage } from "../transport/answers.ts";
import { storageFailure } from "../transport/errors.ts";
import { again, Cancelled, done, retryUntilDone } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp } from "../transport/server-clock.ts";
import { type Queue, startQueue } from "./queue.ts";
import { sha256Of } from "./sha256.ts";

export type { Download } from "../database/device-db.ts";

/** Maximum loss when the network or the page ends. */
const PART_BYTES = 1024 * 1024;

export type Downloadable = Pick<
  Release,
  "id" | "app_id" | "version" | "file_name" | "file_path" | "content_type" | "size_bytes" | "sha256"
>;

const downloadTables = ["downloads", "parts"] as const;

const partsOf = (store: Store, id: string) =>
  store.device.parts.where("[release_id+index]").between([id, -Infinity], [id, Infinity]);

/** Requests a build. Does not download a file again that is already on this device. */
export async function beginDownload(store: Store, release: Downloadable, title: string, keep: boolean): Promise<void> {
  const { device } = store;
  await store.transaction(downloadTables, async () => {
    const known = await device.downloads.get(release.id);
    const same = known?.path === release.file_path && known.sha256 === release.sha256;
    if (known !== undefined && same && known.state !== "failed") {
      await device.downloads.update(release.id, { keep: known.keep || keep });
      return;
    }
    if (!same) await partsOf(store, release.id).delete();
    await device.downloads.put({
      ...{ release_id: release.id, app_id: release.app_id, title, version: release.version, name: release.file_name },
      ...{ type: release.content_type, path: release.file_path, size: release.size_bytes, sha256: release.sha256 },
      ...{ got: 0, state: "fetching", failure: "", keep, uncounted: true, at: timestamp() },
    });
  });
}

/** Deletes a build from this device. An uncounted download is still counted. */
export async function dropDownload(store: Store, id: string): Promise<void> {
  const { device } = store;
  await store.transaction(downloadTables, async () => {
    await partsOf(store, id).delete();
    const known = await device.downloads.get(id);
    if (known?.state === "ready" && known.uncounted) await device.downloads.update(id, { keep: false, got: 0 });
    else await device.downloads.delete(id);
  });
}

/** Returns a complete, checked file; null if this device lacks it. */
export async function downloadedFile(store: Store, id: string): Promise<Blob | null> {
  const known = await store.device.downloads.get(id);
  if (known?.state !== "ready" || known.got === 0) return null;
  return assembled(store, known);
}

async function assembled(store: Store, { release_id, type }: Download): Promise<Blob> {
  const parts = await partsOf(store, release_id).toArray();
  return new Blob(
    parts.map((part) => blobOf(part.data)),
    { type: type || "application/octet-stream" },
  );
}

/** True if a portal's page arrived. Builds never have a type that browsers display. */
const isSomebodysPage = (response: Response, type: string): boolean =>
  isPage(response.headers.get("content-type")) && !isPage(type);

/** Downloads requested builds, one after another. @param send the network */
export function startDownloadQueue(store: Store, transport: Transport, send: typeof fetch): Queue {
  const { device } = store;
  const change = (id: string, what: Partial<Download>) =>
    store.transaction(downloadTables, () => device.downloads.update(id, what));
  const wanted = ({ state, uncounted }: Download) =>
    state === "fetching" || state === "waiting" || state === "checking" || (state === "ready" && uncounted);

  async function each({ release_id: id }: Download, signal: AbortSignal): Promise<void> {
    await retryUntilDone(transport, signal, async () => {
      const before = await device.downloads.get(id);
      if (!before || !wanted(before)) return done(undefined);
      if (before.state === "ready") return (await count(before)) ? done(undefined) : again;
      const fetched = await fetchOrFail(before, signal);
      const now = await device.downloads.get(id);
      if (!now || !wanted(now)) return done(undefined);
      if (fetched && now.state === "ready" && (await count(now))) return done(undefined);
      if (!fetched) await change(id, { state: "waiting" });
      return { done: false, progressed: fetched || now.got > before.got };
    });
  }

  /** Like `fetchRest`, but a full disk fails the download. */
  async function fetchOrFail(download: Download, signal: AbortSignal): Promise<boolean> {
    try {
      return await fetchRest(download, signal);
    } catch (error) {
      if (storageFailure(error) === null) throw error;
      await change(download.release_id, { state: "failed", failure: "storage_full" });
      return true;
    }
  }

  /** True if complete and checked, or failed permanently. False if the network failed. */
  async function fetchRest(download: Download, signal: AbortSignal): Promise<boolean> {
    const { release_id: id, size } = download;
    const parts = await partsOf(store, id).toArray();
    let got = parts.reduce((sum, part) => sum + sizeOf(part.data), 0);
    if (got < size) {
      const bearer = store.person ? await transport.token() : ({ ok: true, value: transport.key } as const);
      if (!bearer.ok) {
        transport.seen(bearer.error);
        return false;
      }
      await change(id, { state: "fetching", got });
      const response = await ask(download, bearer.value, got, signal);
      if (!response) return false;
      if (response.ok && isSomebodysPage(response, download.type)) {
        await response.body?.cancel();
        transport.seen({ type: "offline" });
        return false;
      }
      if (response.status !== 206 && response.status !== 416) {
        if (!response.ok) {
          if (response.status >= 500 || response.status === 429 || response.status === 401) return false;
          await change(id, { state: "failed", failure: "missing" });
          return true;
        }
        // The server ignored the range and sends the whole file.
        await store.transaction(downloadTables, () => partsOf(store, id).delete());
        got = 0;
      }
      if (response.status !== 416 && !(await takeIn(id, response, got, size, signal))) return false;
    }
    return check(download);
  }

  async function ask(download: Download, bearer: string, got: number, signal: AbortSignal): Promise<Response | null> {
    const path = download.path.split("/").map(encodeURIComponent).join("/");
    try {
      const response = await send(`${transport.url}/storage/v1/object/releases/${path}`, {
        headers: {
          ...{ apikey: transport.key, authorization: `Bearer ${bearer}` },
          ...(got > 0 ? { range: `bytes=${got}-` } : {}),
        },
        cache: "no-store",
        signal,
      });
      transport.seen(null);
      return response;
    } catch {
      if (signal.aborted) throw new Cancelled();
      transport.seen({ type: "offline" });
      return null;
    }
  }

  /** Stores the response part by part. False if it ended early. */
  async function takeIn(id: string, response: Response, from: number, size: number, signal: AbortSignal) {
    const reader = response.body?.getReader();
    let index = await partsOf(store, id).count();
    let got = from;
    let waiting: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    /** False if the download was cancelled. */
    const keepPart = async () => {
      if (bytes === 0) return true;
      const going = await storeFile(device, new Blob(waiting), (data) =>
        store.transaction(downloadTables, async () => {
          if (!(await device.downloads.get(id))) return false;
          await device.parts.put({ release_id: id, index, data });
          await device.downloads.update(id, { got: got + bytes });
          return true;
        }),
      );
      if (!going) return false;
      got += bytes;
      index += 1;
      bytes = 0;
      waiting = [];
      return true;
    };
    for (;;) {
      const next = await reader?.read().catch(() => null);
      if (signal.aborted) throw new Cancelled();
      if (next === null || next === undefined) {
        transport.seen({ type: "offline" });
        await keepPart();
        return false;
      }
      if (next.done) return keepPart();
      waiting.push(next.value);
      bytes += next.value.length;
      const wantsMore = bytes < PART_BYTES || (await keepPart());
      if (!wantsMore || got + bytes > size) {
        await reader?.cancel();
        return keepPart();
      }
    }
  }

  async function check(download: Download): Promise<boolean> {
    const { release_id: id, size, sha256 } = download;
    if (!(await device.downloads.get(id))) return true;
    await change(id, { state: "checking", got: size });
    const file = await assembled(store, download);
    if (file.size < size) return false;
    const right = file.size === size && (sha256 === "" || (await sha256Of(file)) === sha256);
    if (right) await change(id, { state: "ready" });
    else {
      await store.transaction(downloadTables, async () => {
        await partsOf(store, id).delete();
        await device.downloads.update(id, { state: "failed", failure: "mismatch", got: 0 });
      });
    }
    return true;
  }

  /** True if the server has counted it or never will. Visitors are counted by device. */
  async function count({ release_id: id }: Download): Promise<boolean> {
    const as = store.person ? "person" : "anonymous";
    const answer = await transport.rpc(recordDownload, { release: id, device: store.deviceId }, as);
    if (!answer.ok && answer.error.type !== "rejected") return false;
    await store.transaction(downloadTables, async () => {
      await device.downloads.update(id, { uncounted: false });
      const now = await device.downloads.get(id);
      if (now?.got === 0) await device.downloads.delete(id);
    });
    return true;
  }

  const load = async () => (await device.downloads.toArray()).filter(wanted);
  return startQueue(transport, { load, keyOf: (download) => download.release_id, each });
}
