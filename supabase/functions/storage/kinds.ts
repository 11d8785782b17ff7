// File types by extension, and whether the first bytes match. A file with other content, such as a
// program called notes.txt, is refused; unlisted extensions are stored as plain bytes. Files are
// always served as downloads, so this list does not decide what a browser runs.

interface Kind {
  type: string;
  /** Signatures, one of which must be at `at`. Empty: text, which has no NUL. */
  begins: readonly string[];
  at?: number;
}

const zip = (type: string): Kind => ({ type, begins: ["PK\x03\x04", "PK\x05\x06"] });
const text = (type: string): Kind => ({ type, begins: [] });
const video = (type: string): Kind => ({ type, begins: ["ftyp", "moov", "mdat", "wide", "free"], at: 4 });

const kinds: Readonly<Record<string, Kind>> = {
  png: { type: "image/png", begins: ["\x89PNG\r\n\x1a\n"] },
  jpg: { type: "image/jpeg", begins: ["\xff\xd8\xff"] },
  jpeg: { type: "image/jpeg", begins: ["\xff\xd8\xff"] },
  gif: { type: "image/gif", begins: ["GIF87a", "GIF89a"] },
  webp: { type: "image/webp", begins: ["WEBP"], at: 8 },
  avif: { type: "image/avif", begins: ["ftyp"], at: 4 },
  heic: { type: "image/heic", begins: ["ftyp"], at: 4 },
  ico: { type: "image/x-icon", begins: ["\x00\x00\x01\x00"] },
  mp4: video("video/mp4"),
  mov: video("video/quicktime"),
  webm: { type: "video/webm", begins: ["\x1a\x45\xdf\xa3"] },
  mp3: { type: "audio/mpeg", begins: ["ID3", "\xff\xfb", "\xff\xf3", "\xff\xf2"] },
  pdf: { type: "application/pdf", begins: ["%PDF-"] },
  zip: zip("application/zip"),
  apk: zip("application/vnd.android.package-archive"),
  aab: zip("application/octet-stream"),
  ipa: zip("application/octet-stream"),
  docx: zip("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
  xlsx: zip("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
  gz: { type: "application/gzip", begins: ["\x1f\x8b"] },
  "7z": { type: "application/x-7z-compressed", begins: ["7z\xbc\xaf\x27\x1c"] },
  exe: { type: "application/vnd.microsoft.portable-executable", begins: ["MZ"] },
  msi: { type: "application/octet-stream", begins: ["\xd0\xcf\x11\xe0"] },
  json: text("application/json"),
  csv: text("text/csv"),
  // As text: never served as a page.
  ...Object.fromEntries(
    ["txt", "md", "log", "xml", "html", "htm", "svg", "yml", "yaml"].map((e) => [e, text("text/plain")]),
  ),
};

/** The bytes that `matches` needs. */
export const HEAD_BYTES = 512;

export const endingOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

export const typeOf = (name: string): string => kinds[endingOf(name)]?.type ?? "application/octet-stream";

/** Do the first bytes match the extension? */
export function matches(name: string, head: Uint8Array): boolean {
  const kind = kinds[endingOf(name)];
  if (!kind) return true;
  if (kind.begins.length === 0) return !head.includes(0);
  const found = String.fromCharCode(...head.subarray(kind.at ?? 0, (kind.at ?? 0) + 16));
  return kind.begins.some((beginning) => found.startsWith(beginning));
}
