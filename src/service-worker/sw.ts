// The service worker: keeps the shell on the device, so that the app starts without a network.
// Never touches anything but GET (and what is shared with the app, share-target.ts), never answers
// for the API (an old answer there would be a wrong one), never takes over an open page unasked.
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, createHandlerBoundToURL } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { completePrecache, type PrecacheEntry, precacheVerified } from "./precache.ts";
import { listenForShares } from "./share-target.ts";
import { listenForPush } from "./web-push.ts";

/**
 * The part of a worker's world that is used here: the compiler's DOM and worker libraries exclude
 * each other.
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
// Without the list of parameters to ignore, `/?source=…` would not find its page offline.
// The pages that were drawn at build time are found under their own paths.
precacheVerified(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/.*/] });
registerRoute(new NavigationRoute(createHandlerBoundToURL("/app.html"), { denylist: [api] }));

// Faces and app pictures that were shown once are there offline. Their names are made of their
// bytes: a copy never grows old.
registerRoute(
  ({ url, request }) =>
    request.destination === "image" &&
    /\/storage\/v1\/object\/public\/(avatars|app-content|branding)\//.test(url.pathname),
  new CacheFirst({
    cacheName: "pictures",
    // Workbox's own types do not fit one another under exactOptionalPropertyTypes.
    plugins: [
      new CacheableResponsePlugin({ statuses: [0, 200] }),
      new ExpirationPlugin({ maxEntries: 400, purgeOnQuotaError: true }),
    ] as never,
  }),
);

// The first visit should work offline too: without this only the second one would be controlled.
clientsClaim();

self.addEventListener("message", (event) => {
  const type = (event.data as { type?: string } | null)?.type;
  if (type === "SKIP_WAITING") event.waitUntil(self.skipWaiting());
  if (type === "COMPLETE") event.waitUntil(completePrecache());
});

listenForPush();
listenForShares();
