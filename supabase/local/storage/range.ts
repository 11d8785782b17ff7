// Parts of a stored object (RFC 9110, "Range"): a download that was cut goes on where it stopped, a
// video can be sought. @supabase/lite always answers with the whole object. It still decides who
// may read: only its "yes" is shortened here.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";

/** First and last byte; null: not one plain range, so the whole object is the right answer. */
export function parseRange(header: string, size: number): { from: number; to: number } | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const count = Number(last);
    return count === 0 || size === 0 ? "unsatisfiable" : { from: Math.max(0, size - count), to: size - 1 };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "unsatisfiable" : { from, to };
}

/** The bucket and key that a request about an object names. */
export function objectOf(pathname: string): { bucket: string; key: string } | null {
  const [, bucket, key] =
    /^\/storage\/v1\/object\/(?!list\/)(?:public\/|(?:upload\/)?sign\/|authenticated\/|info\/)?([^/]+)\/(.+)$/.exec(
      pathname,
    ) ?? [];
  return bucket && key ? { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key) } : null;
}

/** @param whole the answer with the whole object */
export async function partOf(
  request: Request,
  whole: Response,
  pathOf: (bucket: string, key: string) => string,
): Promise<Response> {
  const asked = request.headers.get("range");
  const object = objectOf(new URL(request.url).pathname);
  if (!object) return whole;
  const headers = new Headers(whole.headers);
  headers.set("accept-ranges", "bytes");
  const condition = request.headers.get("if-range");
  // Other bytes than those that the caller has: the rest would not fit to them.
  const other = condition !== null && condition !== headers.get("etag");
  const path = pathOf(object.bucket, object.key);
  const { size } = await stat(path);
  const range = asked === null || other ? null : parseRange(asked, size);
  if (range === null) return new Response(whole.body, { status: whole.status, headers });
  await whole.body?.cancel();
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  headers.set("content-range", `bytes ${range.from}-${range.to}/${size}`);
  headers.set("content-length", String(range.to - range.from + 1));
  const body = Readable.toWeb(createReadStream(path, { start: range.from, end: range.to }));
  return new Response(body as unknown as ReadableStream, { status: 206, headers });
}
