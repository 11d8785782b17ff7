// Parses e-mail addresses. Every input field for an address uses it; `private.is_email` accepts the
// same normalized form (tests/fixtures/email-cases.ts tests both).
import * as v from "valibot";
import { punycode } from "./punycode.ts";
import { hiddenCharacter } from "./single-line.ts";

declare const brand: unique symbol;
/**
 * A normalized address: ASCII, lower case, an internationalized domain as `xn--…`. Spellings of one
 * address become the same string, so limits and block lists can compare them.
 */
export type EmailAddress = string & { readonly [brand]: "EmailAddress" };

/** Why a text is not an address. */
export type EmailProblem =
  | "empty"
  /** A control character, zero-width character or direction mark. */
  | "hidden_character"
  | "space"
  /** `<>()[]"",;:` and other characters of display names or lists. */
  | "character"
  /** Letters outside ASCII before the @: many mail servers cannot deliver to them. */
  | "not_ascii"
  /** No @, more than one, or an empty side. */
  | "at"
  /** A dot at either end, or two in a row. */
  | "dots"
  | "domain"
  | "too_long";

export type ParsedEmail = { ok: true; value: EmailAddress } | { ok: false; problem: EmailProblem };

const emailLimits = { local: 64, whole: 254 } as const;

/**
 * RFC 5321's dot-string without characters that some servers use for routing or encoding: `%`, `!`
 * (source routes), `?` (encoded words), `|`, a back quote. A leading hyphen could be an option of a
 * mail program; apostrophes at the ends are quotes.
 */
const localPart = /^(?!['-])[a-z0-9#$&'*+/=^_{}~-]+(\.[a-z0-9#$&'*+/=^_{}~-]+)*$/;
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(xn--[a-z0-9-]{0,58}[a-z0-9]|[a-z]{2,63})$/;
const lettersAndDigits = /^[\p{L}\p{M}\p{N}-]+$/u;

/**
 * Maps a domain to ASCII as UTS #46 does; undefined if invalid. Uses only rules that are the same
 * in every engine: `URL` decodes `xn--` labels in some versions and not in others. An `xn--` label
 * stays as typed: DNS looks it up literally.
 */
function asciiDomain(domain: string): string | undefined {
  const labels = domain.split(/[.\u3002\uff0e\uff61]/).map((label) => {
    if (!lettersAndDigits.test(label)) return "";
    // Each letter by itself: in a word, "Σ" would become "ς" at the end.
    const folded = Array.from(label.normalize("NFKC"), (letter) => letter.toLowerCase())
      .join("")
      .normalize("NFKC");
    // Folding makes a dot or a slash of some numbers.
    if (!lettersAndDigits.test(folded)) return "";
    if (!/[^ -~]/.test(folded)) return folded;
    return /^(xn--|\p{M})/u.test(folded) ? "" : `xn--${punycode(folded)}`;
  });
  const ascii = labels.join(".");
  return domainName.test(ascii) ? ascii : undefined;
}

const failed = (problem: EmailProblem): ParsedEmail => ({ ok: false, problem });

/** Parses and normalizes one address. Trims spaces and repairs nothing else. */
export function parseEmailAddress(text: string): ParsedEmail {
  const typed = text.trim();
  if (typed === "") return failed("empty");
  // Checked before characters are folded or mapped, which can turn one address into another.
  if (hiddenCharacter.test(typed)) return failed("hidden_character");
  if (/\s/u.test(typed)) return failed("space");
  if (/[<>()[\]"“”„«»‘’,;:\\|`!%?]/u.test(typed)) return failed("character");
  const [local = "", domain = "", ...more] = typed.split("@");
  if (local === "" || domain === "" || more.length > 0) return failed("at");
  if (/[^ -~]/.test(local)) return failed("not_ascii");
  if (/^\.|\.$|\.\./.test(local) || /^\.|\.$|\.\./.test(domain)) return failed("dots");
  const before = local.toLowerCase();
  if (!localPart.test(before) || before.endsWith("'")) return failed("character");
  const ascii = asciiDomain(domain);
  if (ascii === undefined) return failed("domain");
  if (before.length > emailLimits.local || before.length + 1 + ascii.length > emailLimits.whole)
    return failed("too_long");
  return { ok: true, value: `${before}@${ascii}` as EmailAddress };
}

/** True for a normalized address. */
export function isEmailAddress(text: string): text is EmailAddress {
  const parsed = parseEmailAddress(text);
  return parsed.ok && parsed.value === text;
}

/**
 * Returns one key for all spellings of an address that reach the same person, for limits: without
 * "+tag" and Gmail's ignored dots (private.mailbox_of). Never an address to send to.
 */
export function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.split("@");
  const [person = ""] = local.split("+");
  return ["gmail.com", "googlemail.com"].includes(domain)
    ? `${person.replaceAll(".", "")}@gmail.com`
    : `${person}@${domain}`;
}

/** Returns the normalized address, or other text trimmed, for a later check to reject. */
function normalized(text: string): string {
  const parsed = parseEmailAddress(text);
  return parsed.ok ? parsed.value : text.trim();
}

type Message = v.ErrorMessage<v.CheckIssue<string>>;

// The check comes last: valibot skips checks that compare other fields after a transformation of
// invalid input.
/** A form field or body property with an address. Outputs the normalized form. */
export const emailAddress = (message: Message) =>
  v.pipe(v.string(), v.transform(normalized), v.check(isEmailAddress, message));

/** Like `emailAddress`, but may be empty. */
export const emailAddressOrNone = (message: Message) =>
  v.pipe(
    v.string(),
    v.transform(normalized),
    v.check((text) => text === "" || isEmailAddress(text), message),
  );
