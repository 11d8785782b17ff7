import { forgetDrafts } from "../lib/drafts.ts";
import { pictureCache, pictureDates } from "../lib/picture-cache.ts";
import { clearShared } from "../lib/share-inbox.ts";
import { rememberHome } from "./remembered-home.ts";

/** Deletes drafts, shared files and cached pictures: the next user must not see them. */
export async function forgetPerson(owner: string): Promise<void> {
  rememberHome(null);
  await forgetDrafts(owner);
  await forgetPictures();
  await clearShared();
}

async function forgetPictures(): Promise<void> {
  if (!("caches" in window)) return;
  await caches.delete(pictureCache);
  // The usage dates are in a separate database, which exists once the service worker has cached a
  // picture.
  const known = typeof indexedDB.databases === "function" ? await indexedDB.databases() : [{ name: pictureDates }];
  if (!known.some(({ name }) => name === pictureDates)) return;
  const { CacheExpiration } = await import("workbox-expiration");
  await new CacheExpiration(pictureCache, { maxEntries: 1 }).delete();
}
