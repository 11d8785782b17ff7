// The service worker: caches the app shell, so that the app starts offline. Handles GET only (and
// shares, share-target.ts), never the API (an old answer would be wrong), and never takes over an
// open page unasked.
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim, type WorkboxPlugin } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, createHandlerBoundToURL } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { pictureCache } from "../lib/picture-cache.ts";
import { completePrecache, type PrecacheEntry, precacheVerified } from "./precache.ts";
import { listenForShares } from "./share-target.ts";
import { listenForPush } from "./web-push.ts";

/**
 * The worker globals that are used here: TypeScript's DOM and worker libraries exclude each other.
 */
declare const self: {
  __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "message",
    listener: (event: MessageEvent<unknown> & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

/** Not "/auth" alone: /auth/callback is a page of the app. */
const api = /^\/((rest|auth|storage|realtime|functions)\/v1|health|dev)(\/|$)/;

cleanupOutdatedCaches();
// Without ignored parameters `/?source=…` would not match offline. Prerendered pages are cached
// under their own paths.
precacheVerified(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/.*/] });
registerRoute(new NavigationRoute(createHandlerBoundToURL("/app.html"), { denylist: [api] }));

const pictureCopies = [
  new CacheableResponsePlugin({ statuses: [0, 200] }),
  new ExpirationPlugin({ maxEntries: 400, purgeOnQuotaError: true }),
];
// Images that were shown once work offline. Their names are content hashes, so a copy is never
// stale.
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
