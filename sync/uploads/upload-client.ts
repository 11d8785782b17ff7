// Uploads one file to the server's storage: small files whole, others in resumable chunks. Names
// contain the checksum, so "already exists" means that the same bytes are stored.
import * as v from "valibot";
import type { DeviceDb } from "../database/device-db.ts";
import type { PendingFile } from "../database/pending-item.ts";
import { blobOf } from "../database/stored-bytes.ts";
import { syncPull } from "../schema/functions.ts";
import { isRejection } from "../schema/rejections.ts";
import { bodyOf, type Reply, readAnswer } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { isIntact } from "./sha256.ts";

/** Required by Supabase. Smaller files are sent whole. */
const chunkBytes = 6 * 1024 * 1024;
/** A server that rejects this size accepts no file at all. */
const leastChunkBytes = 64 * 1024;

interface FileToSend {
  bucket: string;
  path: string;
  type: string;
  bytes: Blob;
  /** How long caches may keep it, in seconds. */
  maxAge: number;
}

export interface Sending {
  signal: AbortSignal;
  /** Address of the unfinished upload; empty if there is none. */
  resume: string;
  /** Called with the address to resume at, before the first byte; empty: start over. */
  onResume(resume: string): Promise<unknown>;
  /** Called with the bytes sent, received or not. */
  onProgress(sent: number): void;
  /** Called with the bytes that the server has. */
  onArrived(bytes: number): void;
}

/** Chunk size per server and visit, halved after a proxy rejected the usual size. */
const chunks = new WeakMap<Transport, number>();
const chunkOf = (transport: Transport): number => chunks.get(transport) ?? chunkBytes;

/** @returns false if smaller chunks would not help */
function halveChunk(transport: Transport, tried: number): boolean {
  const half = Math.floor(Math.min(tried, chunkOf(transport)) / 2);
  if (half < leastChunkBytes) return false;
  chunks.set(transport, half);
  return true;
}

const saidSchema = v.looseObject({
  statusCode: v.optional(v.union([v.string(), v.number()])),
  message: v.optional(v.string(), ""),
});

/** Sorts storage's errors. Our own rules put their code into the message. */
export function failureOfFile(error: {
  message: string;
  status?: number | undefined;
  statusCode?: string | undefined;
}): Result<void, CallFailure> {
  const told = Number(error.statusCode);
  const status = Number.isInteger(told) && told > 0 ? told : (error.status ?? 0);
  if (/already exists|duplicate/i.test(error.message)) return ok(undefined);
  // Another request for the same object is running and will end soon.
  if (status === 409) return fail({ type: "retry", status, code: "" });
  if (!Number.isFinite(status) || status === 0) return fail({ type: "offline" });
  const before = /^([a-z_]+): /.exec(error.message)?.[1] ?? "";
  const code = status === 413 ? "too_large" : isRejection(before) ? before : "";
  // Maintenance ends, so the upload is retried.
  if (code === "maintenance") return fail({ type: "retry", status: 503, code });
  return fail(failureOfResponse(status, { code, message: error.message }, null));
}

/** Sends a pending file. `lost`: its bytes are not here; `damaged_here`: they have changed. */
export async function sendPendingFile(
  device: DeviceDb,
  transport: Transport,
  { bucket, path, type, size, sha256 }: PendingFile,
  { maxAge = 3600, ...sending }: Sending & { maxAge?: number },
): Promise<Result<void, CallFailure>> {
  const stored = await device.blobs.get(sha256);
  if (!stored) return fail({ type: "rejected", status: 0, code: "lost", message: "" });
  const bytes = blobOf(stored.data);
  // Checked when an upload begins, so a resumed upload needs no second check.
  if (sending.resume === "" && !(await isIntact(bytes, { size, sha256 })))
    return fail({ type: "rejected", status: 0, code: "damaged_here", message: "" });
  const sent = await sendFile(transport, { bucket, path, type, bytes, maxAge }, sending);
  if (sent.ok || sent.error.type !== "offline") return sent;
  // Storage may be down while the server is reachable, so another service is asked.
  const service = await transport.rpc(syncPull, { requests: [] }, "person", sending.signal);
  const offline = !service.ok && service.error.type === "offline";
  return offline ? sent : fail({ type: "retry", status: 0, code: "" });
}

async function sendFile(transport: Transport, file: FileToSend, sending: Sending): Promise<Result<void, CallFailure>> {
  if (file.bytes.size > chunkOf(transport) || sending.resume !== "") return sendInChunks(transport, file, sending);
  const sent = await sendWhole(transport, file, sending.signal);
  if (sent.ok) sending.onProgress(file.bytes.size);
  const tooLarge = !sent.ok && sent.error.type === "rejected" && sent.error.status === 413;
  // Uses chunks from the next try on. If the bucket itself rejects the size, it rejects the first
  // chunk too.
  if (tooLarge && halveChunk(transport, file.bytes.size))
    return fail({ type: "retry", status: 413, code: "too_large" });
  return sent;
}

/** A request without an answer or progress for this long is on a dead connection. */
const stallMs = 60_000;
/** Minimum speed of a slow connection. Slower uploads switch to chunks, which can be resumed. */
const bytesPerMs = 16;

async function sendWhole(
  transport: Transport,
  { bucket, path, type, bytes, maxAge }: FileToSend,
  signal: AbortSignal,
): Promise<Result<void, CallFailure>> {
  const token = await transport.token();
  if (!token.ok) return token;
  const late = AbortSignal.timeout(Math.ceil(stallMs + bytes.size / bytesPerMs));
  try {
    const name = path.split("/").map(encodeURIComponent).join("/");
    const response = await transport.send(`${transport.url}/storage/v1/object/${bucket}/${name}`, {
      method: "POST",
      headers: {
        ...{ apikey: transport.key, authorization: `Bearer ${token.value}`, "content-type": type },
        ...{ "cache-control": `max-age=${maxAge}`, "x-upsert": "false" },
      },
      // `fetch` reports no upload progress, so the timeout grows with the file.
      body: await bytes.arrayBuffer(),
      signal: AbortSignal.any([signal, late]),
    });
    if (response.ok) return ok(undefined);
    const told = v.safeParse(saidSchema, bodyOf(response));
    const { statusCode, message } = told.success ? told.output : { statusCode: undefined, message: "" };
    return failureOfFile({
      message,
      status: response.status,
      statusCode: statusCode === undefined ? undefined : String(statusCode),
    });
  } catch {
    // Uses chunks from the next try on, so that received ones are not sent again.
    if (late.aborted) halveChunk(transport, bytes.size);
    return fail({ type: "offline" });
  }
}

/**
 * Returns an unfinished upload's address at the configured server: a proxy may return another
 * scheme, port or prefix, which the page's policy blocks.
 */
function ownUploadAddress(endpoint: string, location: string): string {
  const { pathname, search } = new URL(location, endpoint);
  const [, id = pathname.slice(pathname.lastIndexOf("/") + 1)] = pathname.split("/upload/resumable/");
  return `${endpoint}/${id}${search}`;
}

async function sendInChunks(
  transport: Transport,
  { bucket, path, type, bytes, maxAge }: FileToSend,
  { signal, resume, onResume, onProgress, onArrived }: Sending,
): Promise<Result<void, CallFailure>> {
  const token = await transport.token();
  if (!token.ok) return token;
  // Loaded on demand, because most visits send no large file. Code that cannot be loaded counts as
  // offline.
  const library = await import("tus-js-client").catch(() => null);
  if (!library) return fail({ type: "offline" });
  const { Upload: TusUpload } = library;
  const chunkSize = chunkOf(transport);
  const endpoint = `${transport.url}/storage/v1/upload/resumable`;
  return new Promise((resolve) => {
    let verdict: Result<void, CallFailure> = fail({ type: "offline" });
    let stall: ReturnType<typeof setTimeout> | undefined;
    const moves = () => {
      clearTimeout(stall);
      stall = setTimeout(() => abort(), stallMs);
    };
    const end = (result: Result<void, CallFailure>) => {
      clearTimeout(stall);
      signal.removeEventListener("abort", abort);
      resolve(result);
    };
    const tus = new TusUpload(bytes, {
      // With both, a failed check of the upload would start a new one.
      ...(resume === "" ? { endpoint } : { uploadUrl: ownUploadAddress(endpoint, resume) }),
      headers: { apikey: transport.key, "x-upsert": "false" },
      metadata: { bucketName: bucket, objectName: path, contentType: type, cacheControl: String(maxAge) },
      chunkSize,
      retryDelays: null,
      storeFingerprintForResuming: false,
      // Created empty, so that a connection that fails during the first chunk leaves an address to
      // resume.
      uploadDataDuringCreation: false,
      onUploadUrlAvailable() {
        if (tus.url) tus.url = ownUploadAddress(endpoint, tus.url);
      },
      async onBeforeRequest(request) {
        moves();
        // A slow upload outlives its access token. Set only here, because browsers append to a
        // header that is set twice.
        const fresh = await transport.token();
        request.setHeader("authorization", `Bearer ${fresh.ok ? fresh.value : token.value}`);
      },
      async onAfterResponse(request, response) {
        moves();
        const reply: TusReply = {
          method: request.getMethod(),
          status: response.getStatus(),
          text: response.getBody() ?? "",
          contentType: response.getHeader("Content-Type") ?? null,
          own: Boolean(response.getHeader("Tus-Resumable")),
        };
        if (reply.own && reply.status < 300) {
          if (reply.method === "POST") {
            await onResume(ownUploadAddress(endpoint, response.getHeader("Location") ?? ""));
            return;
          }
          const arrived = Number(response.getHeader("Upload-Offset") ?? 0);
          onArrived(arrived);
          if (reply.method !== "HEAD" || arrived < bytes.size) return;
          // All bytes are uploaded, but the final answer was lost. Starting over shows that the
          // object exists.
          await onResume("");
          verdict = fail({ type: "retry", status: reply.status, code: "" });
          throw new Error("Not known to be finished");
        }
        if (isForgotten(reply)) await onResume("");
        verdict = failureOfTus(transport, reply, Math.min(chunkSize, bytes.size));
        throw new Error("The server did not take it");
      },
      onProgress(sent) {
        moves();
        onProgress(sent);
      },
      onSuccess: () => end(ok(undefined)),
      onError: () => end(verdict),
    });
    const abort = () => void tus.abort().then(() => end(fail({ type: "offline" })));
    signal.addEventListener("abort", abort, { once: true });
    tus.start();
  });
}

interface TusReply extends Reply {
  /** True if the reply has the protocol's header. */
  own: boolean;
}

/** True if the upload no longer exists. Storage keeps unfinished uploads for a day. */
const isForgotten = ({ own, method, status }: TusReply): boolean =>
  own && method !== "POST" && (status === 404 || status === 410);

/** @param chunk size of the chunk that failed */
function failureOfTus(transport: Transport, reply: TusReply, chunk: number): Result<void, CallFailure> {
  const { own, method, status } = reply;
  const answer = readAnswer("storage", reply);
  if (isForgotten(reply)) return fail({ type: "retry", status, code: "" });
  if (status === 413) {
    const bySomebodyElse = !own && method === "PATCH";
    if (bySomebodyElse && halveChunk(transport, chunk)) return fail({ type: "retry", status, code: "too_large" });
    return fail({ type: "rejected", status, code: "too_large", message: "" });
  }
  if (!own && (!answer || status < 400)) return fail({ type: "offline" });
  const told = v.safeParse(saidSchema, answer?.body);
  const message = told.success ? told.output.message : reply.text;
  // The server is behind our offset, or another request is still writing. The next check returns
  // the offset.
  if (status === 423 || (status === 409 && method !== "POST" && !/exist|duplicate/i.test(message)))
    return fail({ type: "retry", status, code: "" });
  return failureOfFile({ message, status, statusCode: String((told.success && told.output.statusCode) || status) });
}
