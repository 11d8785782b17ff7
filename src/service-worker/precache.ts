// The app's own files on the device. Each is checked against the type and the hash that the build
// noted, when it is fetched and when an earlier worker's copy is taken over: any answer with 200
// may be a captive portal's page or a host's fallback, and a file with a hash in its name is never
// asked for again. If one file does not fit, the install fails and the worker of before stays.
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

/** What the type must be where a wrong one breaks the page; anything else is at least no page. */
const types: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /text\/css/,
  html: /text\/html/,
};

/**
 * Is this the file of this build? @param url Workbox keeps files under one that ends in their
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

/**
 * Once more past the browser's own cache: it may hold a wrong answer that was marked as immutable.
 */
async function fetchAgain(url: string): Promise<Response | null> {
  const response = await fetch(url, { cache: "reload", credentials: "same-origin" });
  if (!(await isGenuine(url, response))) return null;
  return response.redirected ? copyResponse(response) : response;
}

let foundBroken = false;

/** Precaches the build's files and answers for them. */
export function precacheVerified(
  entries: readonly PrecacheEntry[],
  options: { ignoreURLParametersMatching: RegExp[] },
) {
  for (const { url, integrity } of entries) integrities.set(new URL(url, self.location.href).href, integrity);
  addPlugins([
    {
      // An earlier worker's copy, which it may have taken from a portal.
      cachedResponseWillBeUsed: async ({ event, request, cachedResponse }) => {
        if (event.type !== "install" || !cachedResponse || (await isGenuine(request.url, cachedResponse)))
          return cachedResponse;
        foundBroken = true;
        // Nobody is served by waiting until the pages of a broken worker are closed. Counts once
        // all is here.
        void self.skipWaiting();
        return null;
      },
      cacheWillUpdate: async ({ request, response }) =>
        (await isGenuine(request.url, response)) ? response : fetchAgain(request.url),
      // Where a file is missing the network answers; a page may not be shown what was redirected.
      fetchDidSucceed: async ({ event, response }) =>
        event.type !== "install" && response.redirected ? copyResponse(response) : response,
    },
  ]);
  precacheAndRoute(
    entries.map(({ url, revision }) => ({ url, revision })),
    options,
  );
  // After Workbox's own listener: once everything is here.
  self.addEventListener("activate", (event) => {
    if (foundBroken) event.waitUntil(reviveDeadPages());
  });
}

const aliveMs = 2_000;

/**
 * A page whose scripts never ran hears of no new version, and stays blank until it is loaded again.
 */
async function reviveDeadPages(): Promise<void> {
  await self.clients.claim();
  for (const page of await self.clients.matchAll({ type: "window" })) {
    // Not awaited: the page that is loaded waits until this worker is active.
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

/** Fetches what is no longer here (cleared by a page that could not start, or by the browser). */
export async function completePrecache(): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const present = new Set((await cache.keys()).map(({ url }) => url));
  for (const url of integrities.keys()) {
    const key = getCacheKeyForURL(url);
    if (!key || present.has(new URL(key, self.location.href).href)) continue;
    const response = await fetchAgain(url).catch(() => null);
    // No network, or the server has another version by now: that one brings a worker of its own.
    if (!response) return;
    await cache.put(key, response);
  }
}
