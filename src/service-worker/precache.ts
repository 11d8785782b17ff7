// Precaches the app's files and verifies each against type and hash, when it is fetched and when a
// copy is reused: a captive portal or a fallback page also responds with 200, and hashed files are
// never requested again. On a mismatch the install fails and the old worker stays.
import { cacheNames } from "workbox-core";
import { copyResponse } from "workbox-core/copyResponse.js";
import { addPlugins, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";

export interface PrecacheEntry {
  url: string;
  revision: string | null;
  /** `sha256-` and the base64 hash (`build/integrity.ts`). */
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

/** Types whose mismatch breaks the page; other files must at least not be HTML. */
const types: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /text\/css/,
  html: /text\/html/,
};

/**
 * True if the response is the file of this build.
 * @param url ends in the revision, as Workbox caches it
 */
async function isGenuine(url: string, response: Response): Promise<boolean> {
  const type = response.headers.get("content-type") ?? "";
  const { origin, pathname } = new URL(url);
  const wanted = types[/\.(\w+)$/.exec(pathname)?.[1] ?? ""];
  if (!response.ok || (wanted ? !wanted.test(type) : types.html?.test(type))) return false;
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  return integrities.get(origin + pathname) === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Retries without the HTTP cache, which may hold a wrong response marked as immutable. */
async function fetchAgain(url: string): Promise<Response | null> {
  const response = await fetch(url, { cache: "reload", credentials: "same-origin" });
  if (!(await isGenuine(url, response))) return null;
  return response.redirected ? copyResponse(response) : response;
}

let foundBroken = false;

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
        // Replaces a broken worker as soon as the install is complete.
        void self.skipWaiting();
        return null;
      },
      cacheWillUpdate: async ({ request, response }) =>
        (await isGenuine(request.url, response)) ? response : fetchAgain(request.url),
      // Missing files come from the network. A page must not be a redirected response.
      fetchDidSucceed: async ({ event, response }) =>
        event.type !== "install" && response.redirected ? copyResponse(response) : response,
    },
  ]);
  precacheAndRoute(
    entries.map(({ url, revision }) => ({ url, revision })),
    options,
  );
  // Runs after Workbox's listener, when the cache is complete.
  self.addEventListener("activate", (event) => {
    if (foundBroken) event.waitUntil(reviveDeadPages());
  });
}

const aliveMs = 2_000;

/** Reloads pages whose scripts never ran, since they cannot learn of a new version. */
async function reviveDeadPages(): Promise<void> {
  await self.clients.claim();
  for (const page of await self.clients.matchAll({ type: "window" })) {
    // Not awaited: the reloaded page waits for this worker's activation.
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

/** Fetches missing files, for example after the browser cleared the cache. */
export async function completePrecache(): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const present = new Set((await cache.keys()).map(({ url }) => url));
  for (const url of integrities.keys()) {
    const key = getCacheKeyForURL(url);
    if (!key || present.has(new URL(key, self.location.href).href)) continue;
    const response = await fetchAgain(url).catch(() => null);
    // Offline, or the server has a newer version with another worker.
    if (!response) return;
    await cache.put(key, response);
  }
}
