// The file of an upload form. Checks its first bytes before the rest arrives, and streams the rest.

import { headBytes } from "../../../sync/files/file-types.ts";
import { byteStream } from "../_shared/byte-stream.ts";
import { Rejected } from "../_shared/http.ts";
import { formBytes, readForm } from "../_shared/upload-form.ts";

/** The limit of the bucket, and UPLOAD_MAX_BYTES in the app. */
const maxBytes = 50 * 1024 * 1024;

export interface SentFile {
  name: string;
  folder: string;
  owner: string | undefined;
  head: Uint8Array;
  /** Upper bound from the announced length. */
  most: number;
  bytes: ReadableStream<Uint8Array>;
  failure(): Rejected | undefined;
  close(): void;
}

const tooLarge = () => new Rejected(413, "The file is larger than 50 MB", "too_large");
const unreadable = () => new Rejected(400, "The upload was cut off, or is not a form", "invalid");
const tooLate = () => new Rejected(400, "folder and ownerId have to come before the file", "invalid");

export async function fileIn(request: Request): Promise<SentFile> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes + formBytes) throw tooLarge();
  const type = request.headers.get("content-type") ?? "";
  const form = request.body ? await readForm(request.body, type, unreadable) : undefined;
  if (form?.field !== "file") throw new Rejected(400, "No file selected", "no_file");
  const { name, fields } = form;
  const [folder, owner] = [fields.get("folder"), fields.get("ownerId")];
  let failure: Rejected | undefined;

  async function* checked(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of bytes) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge();
        yield chunk;
      }
      if (size === 0) throw new Rejected(400, "The file is empty", "empty");
      if (fields.get("folder") !== folder || fields.get("ownerId") !== owner) throw tooLate();
    } catch (error) {
      failure = error instanceof Rejected ? error : unreadable();
      throw failure;
    }
  }
  const chunks = checked(form.bytes);
  const begun: Uint8Array[] = [];
  for (let size = 0; size < headBytes; ) {
    const { done, value } = await chunks.next();
    if (done) break;
    begun.push(value);
    size += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* begun;
    yield* chunks;
  }
  const close = (): void => void chunks.return(undefined).catch(() => undefined);
  return {
    ...{ name, folder: folder ?? "", owner },
    head: new Uint8Array(await new Blob(begun as BlobPart[]).arrayBuffer()).subarray(0, headBytes),
    most: announced > 0 ? Math.min(announced, maxBytes) : maxBytes,
    bytes: byteStream(all, close),
    failure: () => failure,
    close,
  };
}
