// Sends one file to the server's storage: whole while it is small, else in chunks that go on where
// the server has got to. The names of all our files are made of their bytes, so "exists already"
// means that these very bytes are there.
import * as v from "valibot";
import type { DeviceDb } from "../database/device-db.ts";
import type { PendingFile } from "../database/pending-item.ts";
import { blobOf } from "../database/stored-bytes.ts";
import { syncPull } from "../schema/functions.ts";
import { type RefusalCode, refusalCodes } from "../schema/refusals.ts";
import { type Reply, readAnswer } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** As Supabase wants them. A smaller file is sent whole. */
const chunkBytes = 6 * 1024 * 1024;
/** What does not take this much takes no file. */
const leastChunkBytes = 64 * 1024;

interface FileToSend {
  bucket: string;
  path: string;
  type: string;
  bytes: Blob;
  /** How long caches may store it, in seconds. */
  maxAge: number;
}

export interface Sending {
  signal: AbortSignal;
  /** Where the server keeps what it has got so far; empty: nothing is there. */
  resume: string;
  /** Where the next try resumes; empty: at the beginning. Saved before the first byte is sent. */
  onResume(resume: string): Promise<unknown>;
  /** Bytes that are out, whether or not they have arrived. */
  onProgress(sent: number): void;
  /** Bytes that the server has. */
  onArrived(bytes: number): void;
}

/**
 * Something on the way (a proxy's limit) took no piece of the usual size; half of it may pass. Per
 * server and visit.
 */
const chunks = new WeakMap<Transport, number>();
const chunkOf = (transport: Transport): number => chunks.get(transport) ?? chunkBytes;

/** @returns false: smaller pieces are no use */
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
const isRefusal = (code: string): code is RefusalCode => refusalCodes.some((known) => known === code);

/**
 * Sorts storage's answers. Our own rules put their code before the message: storage passes on
 * nothing else.
 */
export function failureOfFile(error: {
  message: string;
  status?: number | undefined;
  statusCode?: string | undefined;
}): Result<void, CallFailure> {
  const told = Number(error.statusCode);
  const status = Number.isInteger(told) && told > 0 ? told : (error.status ?? 0);
  if (/already exists|duplicate/i.test(error.message)) return ok(undefined);
  // Something else is in the way (another request for the same object): it will not be for long.
  if (status === 409) return fail({ type: "retry", status, code: "" });
  if (!Number.isFinite(status) || status === 0) return fail({ type: "offline" });
  const before = /^([a-z_]+): /.exec(error.message)?.[1] ?? "";
  const code = status === 413 ? "too_large" : isRefusal(before) ? before : "";
  // It ends, and the file is wanted then.
  if (code === "maintenance") return fail({ type: "retry", status: 503, code });
  return fail(failureOfResponse(status, { code, message: error.message }, null));
}

/** One try to send the file of a pending item. `lost`: its bytes are not on this device. */
export async function sendPendingFile(
  side: DeviceDb,
  transport: Transport,
  { bucket, path, type, sha256 }: PendingFile,
  { maxAge = 3600, ...sending }: Sending & { maxAge?: number },
): Promise<Result<void, CallFailure>> {
  const stored = await side.blobs.get(sha256);
  if (!stored) return fail({ type: "refused", status: 0, code: "lost", message: "" });
  const sent = await sendFile(transport, { bucket, path, type, bytes: blobOf(stored.data), maxAge }, sending);
  if (sent.ok || sent.error.type !== "offline") return sent;
  // A storage that does not answer is not the network: the service itself is asked.
  const service = await transport.rpc(syncPull, { requests: [] }, "person", sending.signal);
  const offline = !service.ok && service.error.type === "offline";
  return offline ? sent : fail({ type: "retry", status: 0, code: "" });
}

async function sendFile(transport: Transport, file: FileToSend, sending: Sending): Promise<Result<void, CallFailure>> {
  if (file.bytes.size > chunkOf(transport) || sending.resume !== "") return sendInChunks(transport, file, sending);
  const sent = await sendWhole(transport, file);
  if (sent.ok) sending.onProgress(file.bytes.size);
  const tooLarge = !sent.ok && sent.error.type === "refused" && sent.error.status === 413;
  // In pieces from the next try on, unless it is the bucket that says so: then the first piece is
  // refused too.
  if (tooLarge && halveChunk(transport, file.bytes.size))
    return fail({ type: "retry", status: 413, code: "too_large" });
  return sent;
}

async function sendWhole(
  transport: Transport,
  { bucket, path, type, bytes, maxAge }: FileToSend,
): Promise<Result<void, CallFailure>> {
  const token = await transport.token();
  if (!token.ok) return token;
  const answer = await (await transport.client()).storage
    .from(bucket)
    .upload(path, await bytes.arrayBuffer(), { contentType: type, cacheControl: String(maxAge), upsert: false });
  return answer.error ? failureOfFile(answer.error) : ok(undefined);
}

async function sendInChunks(
  transport: Transport,
  { bucket, path, type, bytes, maxAge }: FileToSend,
  { signal, resume, onResume, onProgress, onArrived }: Sending,
): Promise<Result<void, CallFailure>> {
  const token = await transport.token();
  if (!token.ok) return token;
  // Most visits send no large file. A part of the app that cannot be fetched is as much "no
  // network" as a server that is not there.
  const library = await import("tus-js-client").catch(() => null);
  if (!library) return fail({ type: "offline" });
  const { Upload: TusUpload } = library;
  const chunkSize = chunkOf(transport);
  const endpoint = `${transport.url}/storage/v1/upload/resumable`;
  return new Promise((resolve) => {
    let verdict: Result<void, CallFailure> = fail({ type: "offline" });
    const end = (result: Result<void, CallFailure>) => {
      signal.removeEventListener("abort", abort);
      resolve(result);
    };
    const tus = new TusUpload(bytes, {
      // With both, a refused look at the upload would begin a new one.
      ...(resume === "" ? { endpoint } : { uploadUrl: resume }),
      headers: { apikey: transport.key, "x-upsert": "false" },
      metadata: { bucketName: bucket, objectName: path, contentType: type, cacheControl: String(maxAge) },
      chunkSize,
      retryDelays: null,
      storeFingerprintForResuming: false,
      // Created empty: a line that dies before the first chunk is through leaves an address to go
      // on from.
      uploadDataDuringCreation: false,
      async onBeforeRequest(request) {
        // A slow line outlives an access token. Set here alone: a browser adds to a header that is
        // set twice.
        const fresh = await transport.token();
        request.setHeader("authorization", `Bearer ${fresh.ok ? fresh.value : token.value}`);
      },
      async onAfterResponse(request, response) {
        const reply: TusReply = {
          method: request.getMethod(),
          status: response.getStatus(),
          text: response.getBody() ?? "",
          contentType: response.getHeader("Content-Type") ?? null,
          own: Boolean(response.getHeader("Tus-Resumable")),
        };
        if (reply.own && reply.status < 300) {
          if (reply.method === "POST") {
            await onResume(new URL(response.getHeader("Location") ?? "", endpoint).href);
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
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => end(ok(undefined)),
      onError: () => end(verdict),
    });
    const abort = () => void tus.abort().then(() => resolve(fail({ type: "offline" })));
    signal.addEventListener("abort", abort, { once: true });
    tus.start();
  });
}

interface TusReply extends Reply {
  /** Says itself that it is of a server that speaks the protocol. */
  own: boolean;
}

/** Storage keeps an unfinished upload for a day. */
const isForgotten = ({ own, method, status }: TusReply): boolean =>
  own && method !== "POST" && (status === 404 || status === 410);

/** @param chunk the size of the piece that was sent, or would have been */
function failureOfTus(transport: Transport, reply: TusReply, chunk: number): Result<void, CallFailure> {
  const { own, method, status } = reply;
  const answer = readAnswer("storage", reply);
  if (isForgotten(reply)) return fail({ type: "retry", status, code: "" });
  if (status === 413) {
    const bySomebodyElse = !own && method === "PATCH";
    if (bySomebodyElse && halveChunk(transport, chunk)) return fail({ type: "retry", status, code: "too_large" });
    return fail({ type: "refused", status, code: "too_large", message: "" });
  }
  if (!own && (!answer || status < 400)) return fail({ type: "offline" });
  const told = v.safeParse(saidSchema, answer?.body);
  const message = told.success ? told.output.message : reply.text;
  // Behind where we believed it to be, or another request is still writing: the next look says
  // where it is.
  if (status === 423 || (status === 409 && method !== "POST" && !/exist|duplicate/i.test(message)))
    return fail({ type: "retry", status, code: "" });
  return failureOfFile({ message, status, statusCode: String((told.success && told.output.statusCode) || status) });
}
