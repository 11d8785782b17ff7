// Precaches the app's files. Verifies each against the type and hash of the build, when it is
// fetched and when an earlier worker's copy is reused: any 200 may be a captive portal's page or a
// host's fallback, and a hashed file is never requested again. If one file does not match, the
// install fails and the old worker stays.
import { cacheNames } from "workbox-core";
import { copyResponse } from "workbox-core/copyResponse.js";
import { addPlugins, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";

export interface PrecacheEntry {
  url: string;
  revision: string | null;
  /** `sha256-` and the hash in base64 (build/integrity.ts). */
  integrity: string;
}

interface LifecycleEvent {
  readonly type: string;
  waitUntil(work: Promise<unknown>): void;
}

interface Page {
  readonly id: string;
  readonly url: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  navigate(url: string): Promise<unknown>;
}

declare const self: {
  location: { href: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: { type: "window" }): Promise<readonly Page[]> };
  addEventListener(type: "install" | "activate", listener: (event: LifecycleEvent) => void): void;
};

const integrities = new Map<string, string>();

/** Types whose mismatch breaks the page; any other file must at least not be a page. */
const types: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /text\/css/,
  html: /text\/html/,
};

/**
 * Is this the file of this build? @param url Workbox caches files under a URL that ends in their
 * revision
 */
async function isGenuine(url: string, response: Response): Promise<boolean> {
  const type = response.headers.get("content-type") ?? "";
  const { origin, pathname } = new URL(url);
  const wanted = types[/\.(\w+)$/.exec(pathname)?.[1] ?? ""];
  if (!response.ok || (wanted ? !wanted.test(type) : types.html?.test(type))) return false;
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  return integrities.get(origin + pathname) === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Retries past the HTTP cache, which may hold a wrong answer marked as immutable. */
async function fetchAgain(url: string): Promise<Response | null> {
  const response = await fetch(url, { cache: "reload", credentials: "same-origin" });
  if (!(await isGenuine(url, response))) return null;
  return response.redirected ? copyResponse(response) : response;
}

let foundBroken = false;

/** Precaches the build's files and serves them. */
export function precacheVerified(
  entries: readonly PrecacheEntry[],
  options: { ignoreURLParametersMatching: RegExp[] },
) {
  for (const { url, integrity } of entries) integrities.set(new URL(url, self.location.href).href, integrity);
  addPlugins([
    {
      // An earlier worker may have cached a portal's page.
      cachedResponseWillBeUsed: async ({ event, request, cachedResponse }) => {
        if (event.type !== "install" || !cachedResponse || (await isGenuine(request.url, cachedResponse)))
          return cachedResponse;
        foundBroken = true;
        // Replaces a broken worker at once, after the install is complete.
        void self.skipWaiting();
        return null;
      },
      cacheWillUpdate: async ({ request, response }) =>
        (await isGenuine(request.url, response)) ? response : fetchAgain(request.url),
      // A missing file comes from the network; pages may not be redirected responses.
      fetchDidSucceed: async ({ event, response }) =>
        event.type !== "install" && response.redirected ? copyResponse(response) : response,
    },
  ]);
  precacheAndRoute(
    entries.map(({ url, revision }) => ({ url, revision })),
    options,
  );
  // After Workbox's own listener: the cache is complete.
  self.addEventListener("activate", (event) => {
    if (foundBroken) event.waitUntil(reviveDeadPages());
  });
}

const aliveMs = 2_000;

/** A page whose scripts never ran cannot hear of a new version: reloads it. */
async function reviveDeadPages(): Promise<void> {
  await self.clients.claim();
  for (const page of await self.clients.matchAll({ type: "window" })) {
    // Not awaited: the reloaded page waits until this worker is active.
    void isAlive(page).then((alive) => (alive ? undefined : page.navigate(page.url).catch(() => undefined)));
  }
}

function isAlive(page: Page): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, aliveMs, false);
    page.postMessage({ type: "ALIVE" }, [port2]);
  });
}

/** Fetches files that are missing (cleared by a page that could not start, or by the browser). */
export async function completePrecache(): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const present = new Set((await cache.keys()).map(({ url }) => url));
  for (const url of integrities.keys()) {
    const key = getCacheKeyForURL(url);
    if (!key || present.has(new URL(key, self.location.href).href)) continue;
    const response = await fetchAgain(url).catch(() => null);
    // No network, or the server has a newer version, which brings its own worker.
    if (!response) return;
    await cache.put(key, response);
  }
}
