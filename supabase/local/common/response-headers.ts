// Headers of every answer, for all services.
import type { Area } from "./area.ts";

/** Pages and files: they set framing, caching and embedding themselves. */
const withOwnHeaders: ReadonlySet<Area> = new Set(["app", "mailbox", "health"]);
const cacheable: ReadonlySet<Area> = new Set(["storage", "resumable"]);
/** GoTrue's value for the auth service's public keys. */
export const publicKeysCaching = "public, max-age=600";

export function withResponseHeaders(area: Area, siteUrl: string, response: Response): Response {
  const headers = new Headers(response.headers);
  // Browsers ignore it over plain HTTP, and a test's port must not be stuck with it.
  if (siteUrl.startsWith("https:")) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  if (!withOwnHeaders.has(area)) addApiHeaders(area, headers);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function addApiHeaders(area: Area, headers: Headers): void {
  // API answers are data: opened as a page they run and load nothing, and no page may frame them.
  if (!headers.has("content-security-policy"))
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  headers.set("cross-origin-resource-policy", "cross-origin");
  headers.set("referrer-policy", "no-referrer");
  if (!headers.has("access-control-allow-origin")) headers.set("access-control-allow-origin", "*");
  headers.set("x-content-type-options", "nosniff");
  if (!cacheable.has(area) && headers.get("cache-control") !== publicKeysCaching)
    headers.set("cache-control", "no-store");
}
