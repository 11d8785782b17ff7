// What the screens store of a person outside the local database, and its removal on log-out.
import { forgetDrafts } from "../lib/drafts.ts";
import { pictureCache, pictureDates } from "../lib/picture-cache.ts";
import { clearShared } from "../lib/share-inbox.ts";
import { rememberHome } from "./remembered-home.ts";

/** The next person on this device must find no drafts, shared files or seen pictures. */
export async function forgetPerson(owner: string): Promise<void> {
  rememberHome(null);
  await forgetDrafts(owner);
  await forgetPictures();
  await clearShared();
}

async function forgetPictures(): Promise<void> {
  if (!("caches" in window)) return;
  await caches.delete(pictureCache);
  // When each was looked at stands in a database of its own, once the service worker has kept one.
  const known = typeof indexedDB.databases === "function" ? await indexedDB.databases() : [{ name: pictureDates }];
  if (!known.some(({ name }) => name === pictureDates)) return;
  const { CacheExpiration } = await import("workbox-expiration");
  await new CacheExpiration(pictureCache, { maxEntries: 1 }).delete();
}
