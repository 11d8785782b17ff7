// Rejects JSON that PostgreSQL cannot store: a NUL, half of a surrogate pair, too deep nesting.
// Checks the bytes once, before parsing.
import { isUtf8 } from "node:buffer";
import { Rejected } from "../common/rejection.ts";

const deepest = 200;
const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

const bad = (why: string): Rejected => new Rejected(400, "bad_json", `The JSON cannot be used: ${why}`);

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const unitAt = (bytes: Buffer, at: number): number =>
  bytes[at] === backslash && bytes[at + 1] === letterU
    ? Number.parseInt(bytes.toString("latin1", at + 2, at + 6), 16)
    : Number.NaN;

function checkDepth(bytes: Buffer): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepest) throw bad(`it is nested deeper than ${deepest}`);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
}

function checkEscapes(bytes: Buffer): void {
  for (let at = bytes.indexOf(backslash); at >= 0; at = bytes.indexOf(backslash, at)) {
    const unit = unitAt(bytes, at);
    if (unit === 0) throw bad("a text in it contains a NUL");
    if (isLow(unit) || (isHigh(unit) && !isLow(unitAt(bytes, at + 6))))
      throw bad("a text in it ends within a character");
    // Two bytes of an escaped backslash, which starts no escape.
    at += isHigh(unit) ? 12 : 2;
  }
}

/** @param rows texts are checked per row later, so that one row does not reject the others */
export function checkJson(bytes: Buffer, rows = false): void {
  if (!isUtf8(bytes)) throw bad("it is not UTF-8");
  checkDepth(bytes);
  if (!rows) checkEscapes(bytes);
}
