// Valid object names, for paths, move and copy, and resumable uploads.
import * as v from "valibot";

/** Rejected by Supabase Storage too: they have a meaning in a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them.
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

/** For a new object: Supabase allows only the characters that are safe in S3. */
export const isWritableName = (name: string): boolean => /^[\w/!.*'() &$=@;:+,-]*$/.test(name);

/** The media type without parameters, safe as a header; undefined when invalid. */
export function mediaTypeOf(text: string): string | undefined {
  const type = text.split(";")[0]?.trim() || "application/octet-stream";
  return /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/.test(type) && !/[\r\n]/.test(text) ? type : undefined;
}

export const objectName = v.pipe(v.string(), v.check(isObjectName, "The name cannot be used"));
export const mediaType = v.pipe(v.string(), v.transform(mediaTypeOf), v.string("The content type cannot be used"));
