// Ranges of a stored object (RFC 9110, "Range"): interrupted downloads resume, and players can
// seek. lite decides who may read it, and always returns the whole object.
import { stat } from "node:fs/promises";
import { readFileStream } from "./stored-files.ts";

/** First and last byte; null for anything but one plain range, so the whole object is sent. */
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

export async function respondWithRange(request: Request, whole: Response, path: string): Promise<Response> {
  const headers = new Headers(whole.headers);
  headers.set("accept-ranges", "bytes");
  const header = request.headers.get("range");
  const condition = request.headers.get("if-range");
  // The client has a part of another version, which does not fit this one.
  const changed = condition !== null && condition !== headers.get("etag");
  const { size } = await stat(path);
  const range = header === null || changed ? null : parseRange(header, size);
  if (range === null) return new Response(whole.body, { status: whole.status, headers });
  await whole.body?.cancel();
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  headers.set("content-range", `bytes ${range.from}-${range.to}/${size}`);
  headers.set("content-length", String(range.to - range.from + 1));
  return new Response(readFileStream(path, { start: range.from, end: range.to }), { status: 206, headers });
}
