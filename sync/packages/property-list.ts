// Reads Apple's property lists, binary ("bplist00") and XML. Source of the binary form:
// CFBinaryPList.c of Core Foundation; of the other, its DTD:
// https://www.apple.com/DTDs/PropertyList-1.0.dtd
import { textEncoding } from "../files/file-types.ts";
import { Bytes, DamagedPackage } from "./bytes.ts";

/** A value. Dates are in ms; other types are null. */
export type Property = string | number | boolean | null | Property[] | { [key: string]: Property };

const mostDepth = 24;
/** Limit of objects. An object counts each time that it is read. */
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
    if (kind === 0x2)
      return low === 2
        ? Number(bytes.f32BigEndian(at + 1).toPrecision(7))
        : low === 3
          ? bytes.f64BigEndian(at + 1)
          : null;
    if (kind === 0x3) return (bytes.f64BigEndian(at + 1) + epochSeconds) * 1000;
    // Longer values have their length in a number after the marker.
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
const mostTagCharacters = 1024;
const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Decodes XML's own entities. Throws for a file that declares others. */
const unescaped = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{1,4});/gi, (_, entity: string) => {
    const code = entity.startsWith("#x") ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    const character = entity.startsWith("#") && code <= 0x10ffff ? String.fromCodePoint(code) : named[entity];
    if (character === undefined) throw new DamagedPackage("plist: entity");
    return character;
  });

/** Returns the offset after a quoted text, comment or instruction that begins at `from`. */
function endOf(text: string, from: number, end: string): number {
  const at = text.indexOf(end, from);
  if (at === -1) throw new DamagedPackage("plist: end");
  return at + end.length;
}

/** Skips `<!DOCTYPE …>` and its internal subset. Entities in it are not allowed. */
function skipDoctype(text: string, from: number): number {
  let inside = false;
  for (let at = from + "<!DOCTYPE".length; at < text.length; ) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") at = endOf(text, at + 1, character);
    else if (text.startsWith("<!--", at)) at = endOf(text, at + 4, "-->");
    else if (text.startsWith("<?", at)) at = endOf(text, at + 2, "?>");
    else if (character === "%" || text.startsWith("<!ENTITY", at)) throw new DamagedPackage("plist: entity");
    else if (character === ">" && !inside) return at + 1;
    else {
      if (character === "[") inside = true;
      if (character === "]") inside = false;
      at += 1;
    }
  }
  throw new DamagedPackage("plist: DOCTYPE");
}

/** Skips spaces, comments, instructions and the document type. @returns the offset after them */
function skipProlog(text: string, from: number): number {
  for (let at = from; ; ) {
    while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
    if (text.startsWith("<?", at)) at = endOf(text, at + 2, "?>");
    else if (text.startsWith("<!--", at)) at = endOf(text, at + 4, "-->");
    else if (text.startsWith("<!DOCTYPE", at)) at = skipDoctype(text, at);
    else return at;
  }
}

/** Decodes by the byte order mark, the first character or the declaration. */
function decoded(array: Uint8Array): string {
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    new TextDecoder("latin1").decode(array.subarray(0, mostTagCharacters)),
  )?.[1];
  const encoding = textEncoding(array.subarray(0, 64));
  if (encoding === null) throw new DamagedPackage("plist: encoding");
  try {
    return new TextDecoder(encoding === "utf-8" ? declared : encoding).decode(array);
  } catch {
    throw new DamagedPackage(`plist: ${declared}`);
  }
}

/**
 * Parses the XML form, which has ten elements and no relevant attributes. No library is used: they
 * log errors to the console, or parse differently in browsers and on servers.
 */
function readXml(text: string): Property {
  if (text.length > mostXmlCharacters) throw new DamagedPackage("plist: size");
  const start = skipProlog(text, 0);
  const end = text.lastIndexOf("</plist>");
  const open = /^<plist(\s[^<>]*)?>/.exec(text.slice(start, start + mostTagCharacters))?.[0];
  if (open === undefined || end < start || skipProlog(text, end + "</plist>".length) !== text.length)
    throw new DamagedPackage("plist: frame");
  const body = text.slice(start + open.length, end);
  const tokens = body.matchAll(
    /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([a-z]+)\s*(\/?)>|([^<]+)|</g,
  );
  let looks = 0;
  const next = (): { open?: string; close?: string; empty?: string; text?: string } => {
    for (const [whole, literal, slash, name, empty, words] of tokens) {
      looks += 1;
      if (looks > mostObjects || whole === "<") break;
      if (literal !== undefined) return { text: literal };
      if (words !== undefined) return { text: unescaped(words) };
      if (name !== undefined) return slash ? { close: name } : empty ? { empty: name } : { open: name };
    }
    throw new DamagedPackage("plist: end");
  };
  /** Returns the next tag. Only spaces are allowed between tags. */
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
    return words;
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

/** Reads a property list. Throws `DamagedPackage`. */
export function readPropertyList(array: Uint8Array): { [key: string]: Property } {
  const bytes = new Bytes(array);
  const binary = bytes.length >= 40 && bytes.text(0, 8, "utf-8") === "bplist00";
  const read = binary ? readBinary(bytes) : readXml(decoded(array));
  if (typeof read !== "object" || read === null || Array.isArray(read)) throw new DamagedPackage("plist");
  return read;
}

/** Finds the property list (XML) in a signed message (CMS). Throws `DamagedPackage`. */
export function signedPropertyList(array: Uint8Array): Uint8Array {
  // Latin-1: one character per byte.
  const text = new TextDecoder("latin1").decode(array);
  const start = text.indexOf("<?xml");
  const end = text.indexOf("</plist>", start);
  if (start === -1 || end === -1) throw new DamagedPackage("no property list");
  return array.subarray(start, end + "</plist>".length);
}
