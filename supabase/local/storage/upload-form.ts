// The multipart form in which storage-js sends a file: short fields, and then the file, whose field
// has no name. The file is passed on as it arrives, so what follows it is not known in time: fields
// behind it are ignored, as on Supabase, and so are further files.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { byteStream } from "./byte-stream.ts";
import { RefusedObject } from "./refusals.ts";

const kB = 1024;
const limits = { files: 1, fields: 8, fieldSize: 8 * kB, parts: 16, headerPairs: 20, headerSize: 8 * kB };
/** More than the form around a file that a client sends. */
export const formBytes = 128 * kB;

interface FormFile {
  /** As the form says, without parameters. */
  type: string;
  /** The fields before the file. */
  fields: ReadonlyMap<string, string>;
  /** Fails when the form does not end as it has to. */
  bytes: ReadableStream<Uint8Array>;
}

const unreadable = (): RefusedObject => new RefusedObject(400, "InvalidRequest", "The multipart body cannot be read");

/**
 * Reads the form up to the first byte of its file.
 * @param type the content type, with the boundary
 * @returns undefined: the form has no file
 */
export async function readForm(body: ReadableStream<Uint8Array>, type: string): Promise<FormFile | undefined> {
  let form: InstanceType<typeof Busboy>;
  try {
    form = new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    throw unreadable(); // No boundary.
  }
  const fields = new Map<string, string>();
  form.on("field", (name, value) => fields.set(name, value));
  const found = new Promise<FormFile>((done) => {
    form.once("file", (_field, file, _name, _encoding, mimeType) => {
      // Where the file was refused nobody reads it, and its error would be uncaught.
      file.on("error", () => undefined);
      whole.catch((error: Error) => file.destroy(error));
      async function* bytes(): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of file) yield chunk as Buffer;
          await whole;
        } catch {
          throw unreadable();
        }
      }
      done({ type: mimeType, fields, bytes: byteStream(bytes, () => form.destroy()) });
    });
  });
  const whole = pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), form);
  try {
    return await Promise.race([found, whole.then(() => undefined)]);
  } catch {
    throw unreadable();
  }
}
