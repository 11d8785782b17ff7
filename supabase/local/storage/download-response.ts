// Download answers: ranges, file names, and headers that keep a browser from running a stored HTML
// or SVG file as a page of this origin.
import { respondWithRange } from "./range.ts";

/** Types that a browser may display. Others are saved. */
const shownInline = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/)/;

/** RFC 6266: an ASCII name for old programs, and the real name. */
function attachmentNamed(name: string): string {
  const wellFormed = name.toWellFormed();
  const ascii = wellFormed
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(wellFormed).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** True when the client has these bytes (RFC 9110, "If-None-Match"). */
function isKnown(request: Request, etag: string | null): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return etag !== null && known.some((each) => each === "*" || each === etag.replace(/^W\//, ""));
}

/** `response`: lite's, with the whole object. `path`: the file with its bytes. */
export async function downloadResponse(request: Request, response: Response, path: string): Promise<Response> {
  const headers = new Headers(response.headers);
  if (isKnown(request, headers.get("etag"))) {
    await response.body?.cancel();
    for (const name of ["content-length", "content-type"]) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  // As on Supabase: `?download=` saves it, `?download=name` under that name. lite supports neither.
  const name = new URL(request.url).searchParams.get("download");
  if (name) headers.set("content-disposition", attachmentNamed(name));
  else if (name !== null) headers.set("content-disposition", "attachment");
  else if (!shownInline.test(headers.get("content-type") ?? "") && !headers.has("content-disposition"))
    headers.set("content-disposition", "attachment");
  return respondWithRange(request, new Response(response.body, { status: response.status, headers }), path);
}
