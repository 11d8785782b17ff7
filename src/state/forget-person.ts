// What the screens keep of a person outside of the store, and what becomes of it when they log out.
import { clearPersonalKeys } from "../lib/browser-storage.ts";
import { forgetDrafts } from "../lib/drafts.ts";
import { clearShared } from "../lib/share-inbox.ts";
import { rememberHome } from "./remembered-home.ts";

/**
 * The next person on this device finds neither half-written words, nor shared pictures, nor the
 * faces that were looked at.
 */
export async function forgetPerson(owner: string): Promise<void> {
  rememberHome(null);
  clearPersonalKeys();
  await forgetDrafts(owner);
  if ("caches" in window) await caches.delete("pictures");
  await clearShared();
}
