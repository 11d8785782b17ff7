// Pending contact messages. A flag in local storage marks them, so pages without a device database
// can send them too.
import type { PendingContact } from "../../sync/database/pending-item.ts";
import type { ContactInput, Result, Sync } from "../../sync/index.ts";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { CONTACT_WAITING_KEY } from "../lib/constants.ts";
import { loadSync, useOfSync } from "./sync.ts";

const none: readonly PendingContact[] = [];

const pendingOf = (sync: Sync) => sync.contact.pending$;

export const usePendingContact = (): readonly PendingContact[] => useOfSync(pendingOf, none, (pending) => pending);

/** Resolves when the message is stored on this device. */
export async function sendContact(input: ContactInput): Promise<Result<string>> {
  const { contact } = await loadSync();
  const kept = await contact.add(input);
  if (kept.ok) writeKey(CONTACT_WAITING_KEY, "1");
  return kept;
}

/** Called at the start of every page. Loads nothing if there are none. */
export async function sendPendingContact(): Promise<void> {
  if (readKey(CONTACT_WAITING_KEY) === null) return;
  const { contact } = await loadSync();
  contact.pending$.subscribe((pending) => {
    if (pending.length === 0 && contact.loaded) writeKey(CONTACT_WAITING_KEY, null);
  });
}
