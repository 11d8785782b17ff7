// Reads tokens and codes of an e-mail link from the URL. Removes them at once, because URLs are
// copied and bookmarked. Stores them for the tab, so that a reload works.
import * as v from "valibot";
import { readKey, writeKey } from "#lib/browser-storage.ts";
import type { EmailLink, LinkTokens } from "#sync/index.ts";

const tokensSchema = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
});

export interface AuthRedirect {
  tokens: LinkTokens | null;
  code: string | null;
  type: string | null;
  errorCode: string | null;
  /** Both addresses confirm a change: `one_left` after the first, `done` after the second. */
  emailChange: "one_left" | "done" | null;
}

/** @param key session storage key */
export function readAuthRedirect(key: string): AuthRedirect {
  const { hash, search } = window.location;
  const params = new URLSearchParams(hash.slice(1));
  const asked = new URLSearchParams(search);
  const fresh = v.safeParse(tokensSchema, Object.fromEntries(params));
  return {
    tokens: fresh.success ? fresh.output : params.has("error_code") || params.has("message") ? null : storedTokens(key),
    code: asked.get("code"),
    type: params.get("type"),
    // Never display the message: anyone can craft a link with text in it.
    emailChange: params.has("message")
      ? "one_left"
      : fresh.success && params.get("type") === "email_change"
        ? "done"
        : null,
    errorCode: params.get("error_code") ?? asked.get("error_code") ?? params.get("error") ?? asked.get("error"),
  };
}

function storedTokens(key: string): LinkTokens | null {
  const text = readKey(key, "session");
  if (text === null) return null;
  try {
    const parsed = v.safeParse(tokensSchema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null; // Damaged: treat it as no link.
  }
}

/** Key that stores the session of a recovery link in the tab, until the new password is set. */
export const recoveryKey = "recovery";

const linkSchema = v.object({
  token_hash: v.pipe(v.string(), v.regex(/^[\w-]{40,200}$/)),
  type: v.picklist(["signup", "invite", "recovery", "magiclink", "email_change"]),
});

/** Reads an unused e-mail link (null if damaged) and its purpose. */
export function readEmailLink(): { link: EmailLink | null; type: string | null } {
  const params = new URLSearchParams(window.location.hash.slice(1));
  const link = v.safeParse(linkSchema, Object.fromEntries(params));
  return { link: link.success ? link.output : null, type: params.get("type") };
}

export const storeAuthRedirect = (key: string, tokens: LinkTokens | null) =>
  writeKey(key, tokens ? JSON.stringify(tokens) : null, "session");

/** Accepts only internal paths, or a link could redirect elsewhere after login. */
export const internalPath = v.pipe(v.string(), v.regex(/^\/(?![/\\])\P{Cc}*$/u));
export const returnPathKey = "wanted-page";
