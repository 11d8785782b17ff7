// Finds the e-mail addresses in one entry of a typed, pasted or exported list.
import { type EmailProblem, parseEmailAddress } from "#sync/inputs/email-address.ts";
import type { AddressProblem } from "#sync/schema/campaign-functions.ts";

/** `missing`: the row has no address. `over`: the list is full. */
export type EntryProblem = AddressProblem | EmailProblem | "missing" | "over";

export interface Found {
  text: string;
  email: string;
  problem: EntryProblem | null;
}

/** Characters. Longer than an address with a long subject in its link. */
const LONGEST_WORD = 2000;

/** Matches a line of dashes and the brackets of JSON too. */
export const isBlank = (cell: string) => !/[\p{L}\p{N}@＠﹫]/u.test(cell);

// Characters that surround addresses in text and exports and cannot be part of them.
const before =
  /^(?:[\s\p{Cc}\p{Cf}<>()[\]{}"'“”„‟‘’‚«»‹›「」『』《》〈〉【】（）\p{So}*`,;:.!?¡¿：]|mailto:|(?:e-?mail|mail|smtp|to|cc|bcc)\s*[=:：])+/iu;
const after = /[\s\p{Cc}\p{Cf}<>()[\]{}"'“”„‟‘’‚«»‹›「」『』《》〈〉【】（）\p{So}*`,;:.!?…。、/\\]+$/u;
/**
 * Invisible characters left by copying. Joiners and direction overrides are kept, because they have
 * a meaning.
 */
const leftovers = /[\0\u00ad\u200b\u200e\u200f\u2060\ufeff]|\ufe0f/gu;

export const hasAt = (text: string) => /[@＠﹫]/u.test(text);

/** Strips surrounding characters and normalizes variants of @ and the apostrophe. */
function cleaned(written: string): string {
  let text = written.replace(/[＠﹫]/gu, "@").replace(leftovers, "");
  const isLink = /^[^@]*mailto:/i.test(text);
  text = text.replace(before, "").replace(after, "");
  if (isLink) {
    text = text.replace(/[?#].*$/su, "");
    try {
      text = decodeURIComponent(text);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
  } else text = text.replace(/^([^@]*@[^@?]*)\?.*$/su, "$1");
  // Word processors convert the apostrophe of O'Brien.
  return text.replace(/[‘’ʼ＇]/gu, "'");
}

export function addressOf(written: string): Found {
  const text = written.trim();
  if (!hasAt(text)) return { text, email: "", problem: "at" };
  if (text.length > LONGEST_WORD) return { text, email: "", problem: "too_long" };
  const parsed = parseEmailAddress(cleaned(text));
  return parsed.ok ? { text, email: parsed.value, problem: null } : { text, email: "", problem: parsed.problem };
}

/**
 * Splits `"email":"a@b"`, `Ana:a@b` and `="a@b"`. Keeps the word whole unless each part is an
 * address.
 */
function partsOf(word: string): Found[] {
  const whole = addressOf(word);
  if (whole.problem !== "character" && whole.problem !== "not_ascii") return [whole];
  const parts = word
    .split(/[<>()[\]{}（）"“”„«»:：;,|\\]+/u)
    .filter(hasAt)
    .map(addressOf);
  return parts.length > 0 && parts.every(({ problem }) => problem === null) ? parts : [whole];
}

/** Finds the addresses in `a@b`, `Ana <a@b>`, `[a@b](mailto:a@b)`, or running text. */
export function addressesIn(entry: string): Found[] {
  const whole = addressOf(entry);
  if (whole.problem === null) return [whole];
  // A quoted name may look like an address.
  const words = entry
    .replace(/"[^"]*"\s*</g, "<")
    .replace(/\]\(/g, "] (")
    .split(/[\s\u0085<>]+/u);
  const found = words.filter(hasAt).flatMap(partsOf);
  if (found.length === 0) return [whole];
  const seen = new Set<string>();
  return found.filter(({ email }) => email === "" || (!seen.has(email) && seen.add(email)));
}

/** Splits a line at separators, except inside quotes and `Ruiz, Ana <ana@a.test>`. */
export function entriesOf(line: string): string[] {
  const entries: string[] = [];
  let entry = "";
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '"') quoted = !quoted && entry.trim() === "" && line.includes('"', at + 1);
    const isName =
      character === "," &&
      /^\s*\p{Lu}[\p{L}\p{M}\s.'’]*$/u.test(entry) &&
      /^[^,;\t|<@]*<[^<>]*@/u.test(line.slice(at + 1));
    if (quoted || isName || !",;\t|，；、،؛".includes(character)) entry += character;
    else {
      entries.push(entry);
      entry = "";
    }
  }
  return [...entries, entry].filter((one) => !isBlank(one));
}
