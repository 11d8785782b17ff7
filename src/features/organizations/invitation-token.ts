// The token of an invitation's link. Taken out of the address at once: an address is copied,
// bookmarked and stays in the history. Stored for this tab, so that it survives logging in or
// signing up.
import { readKey, writeKey } from "../../lib/browser-storage.ts";

/** Where such links lead: to an organization, to a campaign. */
export type InvitationPlace = "/invitation" | "/join";
/** Also to what a link only shows. */
export type TokenPlace = InvitationPlace | "/summary";

const keys = {
  "/invitation": "invitation",
  "/join": "campaign-invitation",
  "/summary": "campaign-summary",
} as const;
const shape = /^#([0-9a-f]{64})$/;
/** A person's own invitation, which needs no token: `?invitation=<id>`. */
const ownShape = /^\?invitation=([0-9a-f-]{36})$/;

/** The token of the address, or the id of one's own invitation; else what was stored before. */
export function readInvitationToken(place: TokenPlace): string | null {
  const { hash, search } = window.location;
  const [, fresh] = shape.exec(hash) ?? (place === "/join" ? ownShape.exec(search) : null) ?? [];
  if (fresh) writeKey(keys[place], fresh, "session");
  return fresh ?? readKey(keys[place], "session");
}

export const forgetInvitationToken = (place: InvitationPlace): boolean => writeKey(keys[place], null, "session");
