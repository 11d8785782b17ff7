// Parses a multipart form with short fields and one file, which must come last: the file is
// streamed, so later fields and files are unknown while it is read.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { byteStream } from "./byte-stream.ts";

const kB = 1024;
const limits = { files: 1, fields: 8, fieldSize: 8 * kB, parts: 16, headerPairs: 20, headerSize: 8 * kB };
/** Maximum size of a form without its file. */
export const formBytes = 128 * kB;

/** Reverts the escapes that the HTML standard uses in file names. */
const named = (name: string): string =>
  name.replace(/%22|%0D|%0A/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)));

interface FormFile {
  field: string;
  /** Name of the file; untrusted. */
  name: string;
  /** From the form, without parameters. */
  type: string;
  /** Fields before the file; after the end of `bytes`, all fields. */
  fields: ReadonlyMap<string, string>;
  /** Fails when the form is incomplete. */
  bytes: ReadableStream<Uint8Array>;
}

/**
 * Reads the form up to the first byte of its file.
 * @param type the content type with the boundary
 * @param unreadable creates the error for an invalid or incomplete form
 * @returns undefined when the form has no file
 */
export async function readForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  unreadable: () => Error,
): Promise<FormFile | undefined> {
  let form: InstanceType<typeof Busboy>;
  try {
    form = new Busboy({ headers: { "content-type": type }, limits, preservePath: true });
  } catch {
    throw unreadable(); // no boundary
  }
  const fields = new Map<string, string>();
  form.on("field", (name, value) => fields.set(name, value));
  const found = new Promise<FormFile>((done) => {
    form.once("file", (field, file, name, _encoding, mimeType) => {
      // A rejected file has no reader, so its error would be uncaught.
      file.on("error", () => undefined);
      whole.catch((error: Error) => file.destroy(error));
      async function* bytes(): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of file) yield chunk as Uint8Array;
          await whole;
        } catch {
          throw unreadable();
        }
      }
      done({ field, name: named(name), type: mimeType, fields, bytes: byteStream(bytes, () => form.destroy()) });
    });
  });
  const whole = pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), form);
  try {
    return await Promise.race([found, whole.then(() => undefined)]);
  } catch {
    throw unreadable();
  }
}
