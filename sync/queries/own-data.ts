// Exports the person's data on the server as a ZIP file. Reads page by page and file by file to
// limit memory. The archive is a Blob, which browsers move to the disk when it is large.
import * as v from "valibot";
import { exportPage, exportParts } from "../schema/account-functions.ts";
import { isPage } from "../transport/answers.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp } from "../transport/server-clock.ts";
import { failureOfFile } from "../uploads/upload-client.ts";

/** Excludes builds and File Storage, which may not fit on a device. */
const buckets = ["avatars", "attachments", "app-content"] as const;
const filesPerPage = 1000;

export interface ExportProgress {
  done: number;
  /** Rows and files. */
  total: number;
}
interface ExportOptions {
  /** The archive's explanation, in the person's language. */
  readme: string;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}
interface StoredFile {
  bucket: string;
  name: string;
}

/** Ends the archive: a stream can report a failure only as an error. */
class Stopped extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.type);
    this.failure = failure;
  }
}
function need<T>(answer: Result<T, CallFailure>): T {
  if (answer.ok) return answer.value;
  throw new Stopped(answer.error);
}

async function storageOf(transport: Transport) {
  const client = await transport.client().catch(() => null);
  if (!client) throw new Stopped({ type: "offline" });
  return client.storage;
}

/** Returns null if cancelled. */
export async function exportOwnData(
  transport: Transport,
  personId: string,
  { readme, signal, onProgress }: ExportOptions,
): Promise<Result<Blob, CallFailure> | null> {
  /** Storage has attachments by checksum; reports and results have their names. */
  const attachmentNames = new Map<string, string>();
  let done = 0;
  let total = 0;
  const progress = (more: number) => {
    done += more;
    onProgress({ done, total: Math.max(done, total) });
  };

  async function* rowsOf(part: string): AsyncGenerator<string> {
    let after: string | null = null;
    let separator = "[\n";
    do {
      const request: object = { part, after };
      const page: v.InferOutput<typeof exportPage.answer> = need(
        await transport.rpc(exportPage, { request }, "person", signal),
      );
      for (const row of page.rows) {
        noteAttachments(row, attachmentNames);
        yield `${separator}${JSON.stringify(row)}`;
        separator = ",\n";
      }
      progress(page.rows.length);
      after = page.next;
    } while (after !== null);
    yield separator === "[\n" ? "[]\n" : "\n]\n";
  }

  async function storedFiles(): Promise<StoredFile[]> {
    const storage = await storageOf(transport);
    const found: StoredFile[] = [];
    for (const bucket of buckets) {
      for (let offset = 0; ; offset += filesPerPage) {
        need(await transport.token());
        const options = { limit: filesPerPage, offset, sortBy: { column: "name", order: "asc" } };
        const { data, error } = await storage.from(bucket).list(personId, options, { signal });
        if (error) need(failureOfFile(error));
        found.push(...(data ?? []).map(({ name }) => ({ bucket, name })));
        if ((data ?? []).length < filesPerPage) break;
      }
    }
    return found;
  }

  async function* entries(parts: readonly string[], files: readonly StoredFile[]) {
    const now = new Date(timestamp());
    yield { name: "README.txt", input: readme, lastModified: now };
    for (const part of parts) yield { name: `data/${part}.json`, input: rowsOf(part), lastModified: now };
    const missing: string[] = [];
    for (const { bucket, name } of files) {
      signal.throwIfAborted();
      need(await transport.token());
      const storage = await storageOf(transport);
      const { data, error } = await storage.from(bucket).download(`${personId}/${name}`, {}, { signal });
      if (signal.aborted) throw new Cancelled();
      // A captive portal answered instead of the storage.
      if (data && isPage(data.type)) throw new Stopped({ type: "offline" });
      const answer = error ? failureOfFile(error) : ok(undefined);
      if (!answer.ok && answer.error.type !== "rejected") throw new Stopped(answer.error);
      if (data) yield { name: `files/${bucket}/${fileName(name, attachmentNames)}`, input: data, lastModified: now };
      else missing.push(`${bucket}/${name}`);
      progress(1);
    }
    if (missing.length > 0) yield { name: "files/not-found.txt", input: missing.join("\n"), lastModified: now };
  }

  try {
    const { parts } = need(await transport.rpc(exportParts, { request: {} }, "person", signal));
    const files = await storedFiles();
    total = parts.reduce((sum, { rows }) => sum + rows, files.length);
    progress(0);
    // Code that cannot be loaded counts as offline.
    const zip = await import("client-zip").catch(() => null);
    if (!zip) return fail({ type: "offline" });
    const archive = zip.downloadZip(
      entries(
        parts.map(({ part }) => part),
        files,
      ),
    );
    return ok(await archive.blob());
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof Stopped) return fail(error.failure);
    throw error;
  }
}

const filesSchema = v.array(v.object({ sha256: v.string(), name: v.string() }));
/** Empty for another column of that name: a report's `retests` are numbers. */
const photosSchema = v.optional(
  v.fallback(v.record(v.string(), v.object({ photos: v.optional(filesSchema, []) })), {}),
  {},
);
const withFiles = v.object({
  attachments: v.optional(filesSchema, []),
  results: photosSchema,
  retests: photosSchema,
});

function noteAttachments(row: unknown, names: Map<string, string>): void {
  const parsed = v.safeParse(withFiles, row);
  if (!parsed.success) return;
  const { attachments, results, retests } = parsed.output;
  const photos = [results, retests].flatMap((each) => Object.values(each).flatMap((one) => one.photos));
  for (const { sha256, name } of [...attachments, ...photos]) names.set(sha256, name);
}

/** Files may have the same name, so the checksum's first digits are added. */
function fileName(stored: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(stored);
  return name === undefined ? stored : `${stored.slice(0, 8)}-${name.replace(/[\\/:*?"<>|]/g, "_")}`;
}
