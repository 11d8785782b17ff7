// API tokens, `bft_…` (migration api_tokens). The database stores only the hash.
import { hex } from "../../../sync/packages/bytes.ts";
import { crc32 } from "../_shared/crc32.ts";

const shape = /^bft_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: number, digits: number): string {
  let text = "";
  let rest = value;
  for (let n = 0; n < digits; n += 1) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Checks shape and checksum of a token, so that guesses never reach the database. */
export function isToken(text: string): boolean {
  const [, body, sum] = shape.exec(text) ?? [];
  return body !== undefined && sum === base62(crc32(new TextEncoder().encode(body)), 6);
}

export async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
