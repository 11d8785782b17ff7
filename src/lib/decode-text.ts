// Decodes text files of unknown encoding, like lists exported from spreadsheets.

export type DecodedText = { ok: true; text: string } | { ok: false; problem: "spreadsheet" | "binary" };

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** ZIP archives (xlsx, ods, numbers) and OLE files (xls, or encrypted xlsx). */
const isSpreadsheet = (bytes: Uint8Array) =>
  startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ||
  startsWith(bytes, 0x50, 0x4b, 0x05, 0x06) ||
  startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** Some programs save a table as HTML or XML and name it .xls. */
const isMarkupTable = (text: string) =>
  /^\s*<(\?xml|!doctype|html|table|meta)/i.test(text) &&
  /<table|schemas-microsoft-com:office|opendocument/i.test(text.slice(0, 4096));

/** In UTF-16 without a byte order mark, every second byte of Latin text is zero. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be";
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 5 && even < odd / 10) return "utf-16le";
  if (even > sample.length / 5 && odd < even / 10) return "utf-16be";
  return "utf-8";
}

function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

const between = (byte: number, first: number, last: number) => byte >= first && byte <= last;
/**
 * Two-byte encodings with their frequent pairs. The second byte may be "@" or "|" in ASCII, so a
 * wrong encoding creates false addresses and columns.
 */
const eastAsian: readonly (readonly [encoding: string, isFrequent: (lead: number, trail: number) => boolean])[] = [
  ["shift_jis", (lead) => between(lead, 0x81, 0x83) || between(lead, 0x88, 0x97)],
  ["euc-kr", (lead, trail) => trail > 0xa0 && (between(lead, 0xa1, 0xa3) || between(lead, 0xb0, 0xc8))],
  ["gb18030", (lead, trail) => trail > 0xa0 && (between(lead, 0xa1, 0xa3) || between(lead, 0xb0, 0xd7))],
  ["big5", (lead) => lead === 0xa1 || between(lead, 0xa4, 0xc6)],
];

/** Share of the characters beyond ASCII that are frequent in `encoding`. */
function frequency(sample: Uint8Array, encoding: string, isFrequent: (lead: number, trail: number) => boolean): number {
  let [count, frequent] = [0, 0];
  for (let at = 0; at < sample.length; at += 1) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    count += 1;
    // Half-width kana have one byte.
    if (encoding === "shift_jis" && between(lead, 0xa1, 0xdf)) continue;
    at += 1;
    if (isFrequent(lead, sample[at] ?? 0)) frequent += 1;
  }
  return count === 0 ? 0 : frequent / count;
}

/** In a European name, an accented letter would decode to a Chinese one among Latin letters. */
const amongLatin =
  /[a-z][\u3041-\ufaff\uff66-\uff9f]+|[\u3041-\ufaff\uff66-\uff9f]+[a-z]|[A-Z][\u3041-\ufaff\uff66-\uff9f]+[A-Z]/g;

function eastAsianEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, bytes.length > 65_536 ? bytes.lastIndexOf(0x0a, 65_536) + 1 : undefined);
  const [best] = eastAsian
    .map(([encoding, isFrequent]) => ({ encoding, share: frequency(sample, encoding, isFrequent) }))
    .filter(({ encoding, share }) => {
      const text = share < 0.8 ? null : strictly(sample, encoding);
      const characters = text?.match(/[\u3000-\uffef]+/g)?.length ?? 0;
      return text !== null && characters > 0 && (text.match(amongLatin)?.length ?? 0) <= characters / 4;
    })
    .sort((one, other) => other.share - one.share);
  return best?.encoding;
}

function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== "utf-8") return new TextDecoder(encoding).decode(bytes);
  return strictly(bytes, "utf-8") ?? new TextDecoder(eastAsianEncoding(bytes) ?? "windows-1252").decode(bytes);
}

/** Tolerates a few control characters; many mean a binary file. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 4096);
  const controls = sample.match(/[^\P{Cc}\t\n\v\f\r]/gu)?.length ?? 0;
  return controls > sample.length / 20 + 2 || /^(%PDF-|\{\\rtf)/.test(sample);
}

/** Decodes by byte order mark, else as UTF-8, an East Asian encoding, or Windows-1252. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (isSpreadsheet(bytes)) return { ok: false, problem: "spreadsheet" };
  const text = decode(bytes);
  if (isMarkupTable(text)) return { ok: false, problem: "spreadsheet" };
  return isBinary(text) ? { ok: false, problem: "binary" } : { ok: true, text };
}
