// What the screens store of a person outside the local database, and its removal on log-out.
import { forgetDrafts } from "../lib/drafts.ts";
import { clearShared } from "../lib/share-inbox.ts";
import { rememberHome } from "./remembered-home.ts";

/** The next person on this device must find no drafts, shared files or cached avatars. */
export async function forgetPerson(owner: string): Promise<void> {
  rememberHome(null);
  await forgetDrafts(owner);
  if ("caches" in window) await caches.delete("pictures");
  await clearShared();
}
