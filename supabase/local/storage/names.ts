// Which names an object may have. Every way in asks here: paths, move and copy, resumable uploads.
import * as v from "valibot";

/** Supabase Storage refuses them too: in an address they mean something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const unusable = /[\u0000-\u001f\u007f\\%?#]/;

export function isObjectName(name: string): boolean {
  const parts = name.split("/");
  return (
    Buffer.byteLength(name) <= 1024 &&
    name.isWellFormed() &&
    !unusable.test(name) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/**
 * "image/png", without parameters: it becomes a header when the object is read. Undefined: no media
 * type.
 */
export function mediaTypeOf(text: string): string | undefined {
  const type = text.split(";")[0]?.trim() || "application/octet-stream";
  return /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/.test(type) && !/[\r\n]/.test(text) ? type : undefined;
}

export const objectName = v.pipe(v.string(), v.check(isObjectName, "The name cannot be used"));
export const mediaType = v.pipe(v.string(), v.transform(mediaTypeOf), v.string("The content type cannot be used"));
