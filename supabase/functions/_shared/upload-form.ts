// A multipart form with a file: short fields, and then the file. The file is passed on as it
// arrives, so fields behind it, and further files, come too late to be known.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { byteStream } from "./byte-stream.ts";

const kB = 1024;
const limits = { files: 1, fields: 8, fieldSize: 8 * kB, parts: 16, headerPairs: 20, headerSize: 8 * kB };
/** More than the form around a file that a client sends. */
export const formBytes = 128 * kB;

/** What the standard of forms escapes in a file's name. */
const named = (name: string): string =>
  name.replace(/%22|%0D|%0A/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)));

interface FormFile {
  /** The name of its field. */
  field: string;
  /** The file's own, which may hold anything. */
  name: string;
  /** As the form says, without parameters. */
  type: string;
  /** The fields before the file; once `bytes` has ended, those behind it, too. */
  fields: ReadonlyMap<string, string>;
  /** Fails when the form does not end as it has to. */
  bytes: ReadableStream<Uint8Array>;
}

/**
 * Reads the form up to the first byte of its file.
 * @param type the content type, with the boundary
 * @param unreadable what is thrown when it is no form, or is cut off
 * @returns undefined: the form has no file
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
    throw unreadable(); // No boundary.
  }
  const fields = new Map<string, string>();
  form.on("field", (name, value) => fields.set(name, value));
  const found = new Promise<FormFile>((done) => {
    form.once("file", (field, file, name, _encoding, mimeType) => {
      // Where the file was refused nobody reads it, and its error would be uncaught.
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
