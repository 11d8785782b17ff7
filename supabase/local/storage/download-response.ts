// Answers that carry an object's bytes: parts of it, file names, and headers with which a browser
// never runs a stored HTML or SVG file as a page of this origin.
import { respondWithRange } from "./range.ts";

/** What a browser may show in its window. Everything else is saved. */
const shownInline = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/)/;

/** RFC 6266: the name in ASCII for old programs, and as it is for the others. */
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

/** Does the client have these bytes (RFC 9110, "If-None-Match")? */
function isKnown(request: Request, etag: string | null): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return etag !== null && known.some((each) => each === "*" || each === etag.replace(/^W\//, ""));
}

/**
 * @param response lite's answer with the whole object
 * @param path where the object's bytes lie
 */
export async function downloadResponse(request: Request, response: Response, path: string): Promise<Response> {
  const headers = new Headers(response.headers);
  if (isKnown(request, headers.get("etag"))) {
    await response.body?.cancel();
    for (const name of ["content-length", "content-type"]) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  headers.set("content-security-policy", "default-src 'none'; sandbox");
  // As on Supabase: `?download=` saves it, `?download=name` under that name. lite knows neither.
  const name = new URL(request.url).searchParams.get("download");
  if (name) headers.set("content-disposition", attachmentNamed(name));
  else if (name !== null) headers.set("content-disposition", "attachment");
  else if (!shownInline.test(headers.get("content-type") ?? "") && !headers.has("content-disposition"))
    headers.set("content-disposition", "attachment");
  return respondWithRange(request, new Response(response.body, { status: response.status, headers }), path);
}
