// The headers that every answer has, whichever service made it.
import type { Area } from "./area.ts";

/** Pages and files: they say themselves who may frame, cache and embed them. */
const withOwnHeaders: ReadonlySet<Area> = new Set(["app", "mailbox", "health"]);
/** Stored objects may be cached. */
const cacheable: ReadonlySet<Area> = new Set(["storage", "resumable"]);
/** Of the auth service's public keys, as GoTrue says. */
export const publicKeysCaching = "public, max-age=600";

export function withResponseHeaders(area: Area, siteUrl: string, response: Response): Response {
  const headers = new Headers(response.headers);
  // Only where TLS ends at this address: over plain HTTP a browser ignores it, and a test's port
  // must not get stuck with it.
  if (siteUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (!withOwnHeaders.has(area)) addApiHeaders(area, headers);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function addApiHeaders(area: Area, headers: Headers): void {
  // An answer of the API is data: opened as a page it runs and loads nothing, and no page may frame
  // it.
  if (!headers.has("content-security-policy"))
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  headers.set("cross-origin-resource-policy", "cross-origin");
  headers.set("referrer-policy", "no-referrer");
  if (!headers.has("access-control-allow-origin")) headers.set("access-control-allow-origin", "*");
  headers.set("x-content-type-options", "nosniff");
  if (!cacheable.has(area) && headers.get("cache-control") !== publicKeysCaching)
    headers.set("cache-control", "no-store");
}
