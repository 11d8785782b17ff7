// The token of an invitation link. Removed from the URL at once, because URLs are copied and
// bookmarked. Stored for the tab under a name that replaces it in the URL (`?return=<name>`), so
// that it survives reloads and sign-in. Without the name, a URL opens nothing.
import { readKey, writeKey } from "../../lib/browser-storage.ts";

/** Paths of invitations to an organization and to a campaign. */
export type InvitationPlace = "/invitation" | "/join";
/** Includes the read-only summary page. */
export type TokenPlace = InvitationPlace | "/summary";

export interface OpenedLink {
  /** The token, or the id of the user's invitation. */
  token: string;
  /** The page's address without the token, usable in this tab. */
  address: string;
}

const shape = /^#([0-9a-f]{64})$/;
const returnShape = /^\?return=([0-9a-f]{8})$/;
/** The user's invitation, which needs no token: `?invitation=<id>`. */
const ownShape = /^\?invitation=([0-9a-f-]{36})$/;
const key = (name: string) => `opened-link:${name}`;

/** @returns null if the URL is incomplete or from another tab */
export function readOpenedLink(place: TokenPlace): OpenedLink | null {
  const { hash, search } = window.location;
  const [, fresh] = shape.exec(hash) ?? [];
  if (fresh) {
    const name = crypto.randomUUID().slice(0, 8);
    writeKey(key(name), place + fresh, "session");
    return { token: fresh, address: `${place}?return=${name}` };
  }
  if (hash !== "") return null;
  const [, own] = (place === "/join" ? ownShape.exec(search) : null) ?? [];
  if (own) return { token: own, address: place + search };
  const [, name] = returnShape.exec(search) ?? [];
  const kept = name ? readKey(key(name), "session") : null;
  return kept?.startsWith(place) ? { token: kept.slice(place.length), address: place + search } : null;
}

/** @param address the current URL */
export function forgetOpenedLink(address: string): void {
  const [, name] = returnShape.exec(new URL(address, window.location.origin).search) ?? [];
  if (name) writeKey(key(name), null, "session");
}
