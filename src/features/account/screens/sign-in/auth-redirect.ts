// What a link from an e-mail brought along in the address. Taken out of it at once: an address is
// copied, bookmarked and kept in the history, a session must not be. Kept for this tab until it is
// used, so that a reload loses nothing.
import * as v from "valibot";
import type { LinkTokens } from "../../../../../sync/index.ts";
import { readKey, writeKey } from "../../../../lib/browser-storage.ts";

const tokensSchema = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
});

export interface AuthRedirect {
  tokens: LinkTokens | null;
  /** A provider's way back. */
  code: string | null;
  /** What the link was for, where it says so. */
  type: string | null;
  /** The auth service's own words for what went wrong. */
  errorCode: string | null;
  /** A new address is confirmed by both: `one_left` after the first, `done` after the second. */
  emailChange: "one_left" | "done" | null;
}

/** @param key where this page keeps it for the tab */
export function readAuthRedirect(key: string): AuthRedirect {
  const { hash, search } = window.location;
  const told = new URLSearchParams(hash.slice(1));
  const asked = new URLSearchParams(search);
  const fresh = v.safeParse(tokensSchema, Object.fromEntries(told));
  return {
    tokens: fresh.success ? fresh.output : told.has("error_code") || told.has("message") ? null : storedTokens(key),
    code: asked.get("code"),
    type: told.get("type"),
    // Never shown, only noticed: anybody can write a link with words in it.
    emailChange: told.has("message")
      ? "one_left"
      : fresh.success && told.get("type") === "email_change"
        ? "done"
        : null,
    errorCode: told.get("error_code") ?? asked.get("error_code") ?? told.get("error") ?? asked.get("error"),
  };
}

function storedTokens(key: string): LinkTokens | null {
  const text = readKey(key, "session");
  if (text === null) return null;
  try {
    const parsed = v.safeParse(tokensSchema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null; // Damaged: the same as no link.
  }
}

export const storeAuthRedirect = (key: string, tokens: LinkTokens | null) =>
  writeKey(key, tokens ? JSON.stringify(tokens) : null, "session");

/** Only a path of our own: a full address would send people elsewhere after they logged in. */
export const internalPath = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));
export const returnPathKey = "wanted-page";
