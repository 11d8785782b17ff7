// The token of an invitation's link. Taken out of the address at once: an address is copied,
// bookmarked and stays in the history. Stored for this tab, so that it survives logging in or
// signing up.
import { readKey, writeKey } from "../../lib/browser-storage.ts";

const key = "invitation";
const shape = /^#([0-9a-f]{64})$/;

/** The token of the address, else the one that was stored before. */
export function readInvitationToken(): string | null {
  const [, fresh] = shape.exec(window.location.hash) ?? [];
  if (fresh) writeKey(key, fresh, "session");
  return fresh ?? readKey(key, "session");
}

export const forgetInvitationToken = (): boolean => writeKey(key, null, "session");
