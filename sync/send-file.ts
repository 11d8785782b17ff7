// One file to the server's storage: whole, or in chunks that go on where they stopped. The names of all our files are made
// of their bytes, so "exists already" means that these very bytes are there.
import { type CallFailure, failureOfResponse } from "./errors.ts";
import { fail, ok, type Result } from "./result.ts";
import type { Transport } from "./transport.ts";

/** As Supabase wants them. A smaller file is sent whole. */
export const chunkBytes = 6 * 1024 * 1024;

export interface FileToSend {
  bucket: string;
  path: string;
  type: string;
  bytes: Blob;
  /** Seconds that copies may be kept. */
  maxAge: number;
}

export interface InChunks {
  signal: AbortSignal;
  /** Where an earlier try stopped; empty: at the beginning. */
  resume: string;
  /** Where the next try goes on; empty: the server has forgotten this one. */
  onResume(resume: string): void;
  onProgress(sent: number): void;
}

/** Sorts what storage answers. */
export function failureOfFile(error: {
  message: string;
  status?: number | undefined;
  statusCode?: string | undefined;
}): Result<void, CallFailure> {
  const status = Number(error.statusCode ?? error.status ?? 0);
  if (status === 409 || /already exists|duplicate/i.test(error.message)) return ok(undefined);
  if (!Number.isFinite(status) || status === 0) return fail({ type: "offline" });
  return fail(failureOfResponse(status, { code: "", message: error.message }, null));
}

export async function sendWhole(transport: Transport, file: FileToSend): Promise<Result<void, CallFailure>> {
  const token = await transport.token();
  if (!token.ok) return token;
  const { bucket, path, type, bytes, maxAge } = file;
  const answer = await (await transport.client()).storage
    .from(bucket)
    .upload(path, await bytes.arrayBuffer(), { contentType: type, cacheControl: String(maxAge), upsert: false });
  return answer.error ? failureOfFile(answer.error) : ok(undefined);
}

export async function sendInChunks(
  transport: Transport,
  { bucket, path, type, bytes, maxAge }: FileToSend,
  { signal, resume, onResume, onProgress }: InChunks,
): Promise<Result<void, CallFailure>> {
  const token = await transport.token();
  if (!token.ok) return token;
  // Most visits send no large file. A part of the app that cannot be fetched is as much "no network" as a server that is not there.
  const library = await import("tus-js-client").catch(() => null);
  if (!library) return fail({ type: "offline" });
  const { Upload: TusUpload } = library;
  return new Promise((resolve) => {
    const tus = new TusUpload(bytes, {
      endpoint: `${transport.url}/storage/v1/upload/resumable`,
      uploadUrl: resume === "" ? null : resume,
      headers: { apikey: transport.key, authorization: `Bearer ${token.value}`, "x-upsert": "false" },
      metadata: { bucketName: bucket, objectName: path, contentType: type, cacheControl: String(maxAge) },
      chunkSize: chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false,
      uploadDataDuringCreation: true,
      onUploadUrlAvailable: () => tus.url && onResume(tus.url),
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(ok(undefined)),
      onError: (error) => {
        const response = "originalResponse" in error ? error.originalResponse : null;
        const status = response?.getStatus() ?? 0;
        if (status !== 404 && status !== 410)
          return resolve(failureOfFile({ message: response?.getBody() ?? "", status }));
        // The server forgets an unfinished upload after a day: begin again.
        onResume("");
        resolve(fail({ type: "retry", status, code: "" }));
      },
    });
    const abort = () => void tus.abort().then(() => resolve(fail({ type: "offline" })));
    signal.addEventListener("abort", abort, { once: true });
    tus.start();
  });
}
