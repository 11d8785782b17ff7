// Apple's property lists, in both forms: binary ("bplist00") and XML.
// Source of the binary form: CFBinaryPList.c of Core Foundation; of the other, its DTD:
// https://www.apple.com/DTDs/PropertyList-1.0.dtd
import { Bytes, DamagedPackage } from "./bytes.ts";

/** What is read of them. A date is in ms; whatever else there is, null. */
export type Property = string | number | boolean | null | Property[] | { [key: string]: Property };

const mostDepth = 24;
/** Objects may be used many times over: they are counted as often as they are read. */
const mostObjects = 50_000;
/** Seconds from 1970 to 2001, where Apple's dates begin. */
const epochSeconds = 978_307_200;

function readBinary(bytes: Bytes): Property {
  const foot = bytes.length - 32;
  const offsetSize = bytes.u8(foot + 6);
  const referenceSize = bytes.u8(foot + 7);
  const count = bytes.uintBigEndian(foot + 8, 8);
  const table = bytes.uintBigEndian(foot + 24, 8);
  if (offsetSize < 1 || offsetSize > 8 || referenceSize < 1 || referenceSize > 8) throw new DamagedPackage("plist");
  let looks = 0;
  const read = (index: number, depth: number): Property => {
    looks += 1;
    if (index >= count || depth > mostDepth || looks > mostObjects) throw new DamagedPackage("plist");
    const at = bytes.uintBigEndian(table + index * offsetSize, offsetSize);
    const marker = bytes.u8(at);
    const kind = marker >> 4;
    const low = marker & 0xf;
    if (kind === 0x0) return low === 0x8 ? false : low === 0x9 ? true : null;
    if (kind === 0x1) return low > 3 ? null : bytes.uintBigEndian(at + 1, 2 ** low);
    if (kind === 0x2) return low === 2 ? bytes.f32BigEndian(at + 1) : low === 3 ? bytes.f64BigEndian(at + 1) : null;
    if (kind === 0x3) return (bytes.f64BigEndian(at + 1) + epochSeconds) * 1000;
    // The others have a length: in the marker, or in a number behind it.
    const long = low === 0xf;
    const sizeOfNumber = long ? 2 ** (bytes.u8(at + 1) & 0xf) : 0;
    if (sizeOfNumber > 8) throw new DamagedPackage("plist");
    const length = long ? bytes.uintBigEndian(at + 2, sizeOfNumber) : low;
    const start = at + 1 + (long ? 1 + sizeOfNumber : 0);
    if (kind === 0x5) return bytes.text(start, length, "utf-8");
    if (kind === 0x6) return bytes.text(start, length * 2, "utf-16be");
    const reference = (n: number) => bytes.uintBigEndian(start + n * referenceSize, referenceSize);
    if (length > mostObjects) throw new DamagedPackage("plist");
    if (kind === 0xa) return Array.from({ length }, (_, n) => read(reference(n), depth + 1));
    if (kind !== 0xd) return null;
    const entries = Array.from({ length }, (_, n): [string, Property] => [
      String(read(reference(n), depth + 1)),
      read(reference(length + n), depth + 1),
    ]);
    return Object.fromEntries(entries);
  };
  return read(bytes.uintBigEndian(foot + 16, 8), 0);
}

const mostXmlCharacters = 1024 * 1024;
const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Only the entities of XML itself: whoever defines some of their own is not read. */
const unescaped = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{1,4});/gi, (_, entity: string) => {
    const code = entity.startsWith("#x") ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    const character = entity.startsWith("#") && code <= 0x10ffff ? String.fromCodePoint(code) : named[entity];
    if (character === undefined) throw new DamagedPackage("plist: entity");
    return character;
  });

/**
 * The XML form, which has ten elements and no attributes that matter. Written here: of the
 * libraries, one logs each error of a file to the console, and in a browser reads by other rules
 * than on a server.
 */
function readXml(text: string): Property {
  if (text.length > mostXmlCharacters) throw new DamagedPackage("plist: size");
  // Each space that may repeat follows something that must be there: a long run of spaces is read
  // once.
  const body = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!DOCTYPE[^>[]*>\s*)?<plist[^>]*>([\s\S]*)<\/plist>\s*$/.exec(
    text,
  )?.[1];
  if (body === undefined) throw new DamagedPackage("plist: frame");
  const tokens = body.matchAll(/<!--[\s\S]*?-->|<(\/?)([a-z]+)\s*(\/?)>|([^<]+)|</g);
  let looks = 0;
  const next = (): { open?: string; close?: string; empty?: string; text?: string } => {
    for (const [whole, slash, name, empty, words] of tokens) {
      looks += 1;
      if (looks > mostObjects || whole === "<") break;
      if (words !== undefined) return { text: words };
      if (name !== undefined) return slash ? { close: name } : empty ? { empty: name } : { open: name };
    }
    throw new DamagedPackage("plist: end");
  };
  /** The next tag: between tags there is only space. */
  const nextTag = () => {
    for (let token = next(); ; token = next()) {
      if (token.text === undefined) return token;
      if (token.text.trim() !== "") throw new DamagedPackage("plist: text");
    }
  };
  const textUntil = (name: string): string => {
    let words = "";
    for (let token = next(); token.close !== name; token = next()) {
      if (token.text === undefined) throw new DamagedPackage("plist: element in a text");
      words += token.text;
    }
    return unescaped(words);
  };
  const value = (token: ReturnType<typeof next>, depth: number): Property => {
    if (depth > mostDepth) throw new DamagedPackage("plist: depth");
    const name = token.open ?? token.empty;
    if (name === "true" || name === "false") {
      if (token.open) textUntil(name);
      return name === "true";
    }
    if (token.empty) return name === "dict" ? {} : name === "array" ? [] : name === "string" ? "" : null;
    if (name === "array") {
      const list: Property[] = [];
      for (let inner = nextTag(); inner.close !== "array"; inner = nextTag()) list.push(value(inner, depth + 1));
      return list;
    }
    if (name === "dict") {
      const entries: [string, Property][] = [];
      for (let inner = nextTag(); inner.close !== "dict"; inner = nextTag()) {
        if (inner.open !== "key") throw new DamagedPackage("plist: key");
        const key = textUntil("key");
        entries.push([key, value(nextTag(), depth + 1)]);
      }
      return Object.fromEntries(entries);
    }
    if (name === undefined || !["string", "integer", "real", "date", "data"].includes(name))
      throw new DamagedPackage("plist: element");
    const words = textUntil(name);
    if (name === "string") return words;
    const number = name === "date" ? Date.parse(words) : name === "data" ? Number.NaN : Number(words);
    return Number.isFinite(number) ? number : null;
  };
  return value(nextTag(), 0);
}

/** Throws `DamagedPackage`. */
export function readPropertyList(array: Uint8Array): { [key: string]: Property } {
  const bytes = new Bytes(array);
  const binary = bytes.length >= 40 && bytes.text(0, 8, "utf-8") === "bplist00";
  const read = binary ? readBinary(bytes) : readXml(new TextDecoder().decode(array));
  if (typeof read !== "object" || read === null || Array.isArray(read)) throw new DamagedPackage("plist");
  return read;
}

/**
 * The XML property list within a signed message (CMS), in which it lies as it is. Throws
 * `DamagedPackage` when there is none.
 */
export function signedPropertyList(array: Uint8Array): Uint8Array {
  // Latin-1: as many characters as bytes.
  const text = new TextDecoder("latin1").decode(array);
  const start = text.indexOf("<?xml");
  const end = text.indexOf("</plist>", start);
  if (start === -1 || end === -1) throw new DamagedPackage("no property list");
  return array.subarray(start, end + "</plist>".length);
}
