// The service worker: caches the app shell for offline starts. Handles only GET and shares, and
// never API requests, whose cached responses would be wrong. Never takes over an open page without
// consent.
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, createHandlerBoundToURL } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { pictureCache } from "../lib/picture-cache.ts";
import { serverPaths } from "../lib/server-paths.ts";
import { completePrecache, type PrecacheEntry, precacheVerified } from "./precache.ts";
import { listenForShares } from "./share-target.ts";
import { listenForPush } from "./web-push.ts";

/** The used worker globals, because TypeScript's DOM and worker libraries conflict. */
declare const self: {
  __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "message",
    listener: (event: MessageEvent<unknown> & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

cleanupOutdatedCaches();
// `/?source=…` must match offline too. Prerendered pages are cached under their paths.
precacheVerified(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/.*/] });
registerRoute(new NavigationRoute(createHandlerBoundToURL("/app.html"), { denylist: serverPaths }));

const pictureCopies = [
  new CacheableResponsePlugin({ statuses: [0, 200] }),
  new ExpirationPlugin({ maxEntries: 400, purgeOnQuotaError: true }),
];
// Shown images work offline. Names are content hashes, so copies never become stale.
registerRoute(
  ({ url, request }) =>
    request.destination === "image" &&
    /\/storage\/v1\/object\/public\/(avatars|app-content|branding)\//.test(url.pathname),
  new CacheFirst({
    cacheName: pictureCache,
    // Cast: Workbox's types do not fit exactOptionalPropertyTypes.
    plugins: pictureCopies as unknown as WorkboxPlugin[],
  }),
);

// Controls the first visit too, so that it works offline.
clientsClaim();

self.addEventListener("message", (event) => {
  const type = (event.data as { type?: string } | null)?.type;
  if (type === "SKIP_WAITING") event.waitUntil(self.skipWaiting());
  if (type === "COMPLETE") event.waitUntil(completePrecache());
});

listenForPush();
listenForShares();
