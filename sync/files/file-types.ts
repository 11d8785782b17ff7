// Detects file types by extension and first bytes, for forms and server functions. Sources of the
// signatures: https://www.iana.org/assignments/media-types and each format's specification.
import { firstCharacters } from "../inputs/single-line.ts";

/** Content detected from the first bytes. `text`: only characters; `data`: unknown. */
export type Content =
  | ("png" | "jpeg" | "gif" | "webp" | "avif" | "heic" | "ico" | "bmp" | "tiff")
  | ("mp4" | "mov" | "3gp" | "webm" | "ogg" | "mp3" | "riff")
  | ("pdf" | "zip" | "gzip" | "xz" | "bzip2" | "7z" | "rar" | "tar" | "cab" | "ole" | "exe" | "elf" | "xar" | "dmg")
  | ("text" | "data");

/** The first bytes that `contentOf` needs. */
export const headBytes = 2048;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const signatures: readonly (readonly [content: Content, at: number, bytes: string])[] = [
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["jpeg", 0, "\xff\xd8\xff"],
  ["gif", 0, "GIF87a"],
  ["gif", 0, "GIF89a"],
  ["bmp", 0, "BM"],
  ["tiff", 0, "II*\0"],
  ["tiff", 0, "MM\0*"],
  ["ico", 0, "\0\0\x01\0"],
  ["webm", 0, "\x1a\x45\xdf\xa3"],
  ["ogg", 0, "OggS"],
  ["mp3", 0, "ID3"],
  ["mp3", 0, "\xff\xfb"],
  ["mp3", 0, "\xff\xfa"],
  ["mp3", 0, "\xff\xf3"],
  ["mp3", 0, "\xff\xf2"],
  ["zip", 0, "PK\x03\x04"],
  ["zip", 0, "PK\x05\x06"],
  ["zip", 0, "PK\x07\x08"],
  ["gzip", 0, "\x1f\x8b"],
  ["xz", 0, "\xfd7zXZ\0"],
  ["bzip2", 0, "BZh"],
  ["7z", 0, "7z\xbc\xaf\x27\x1c"],
  ["rar", 0, "Rar!\x1a\x07"],
  ["tar", 257, "ustar"],
  ["cab", 0, "MSCF"],
  ["ole", 0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["exe", 0, "MZ"],
  ["elf", 0, "\x7fELF"],
  ["xar", 0, "xar!"],
  // Disk images without a compressed format's trailer: encrypted, partitioned, APFS, HFS+.
  ["dmg", 0, "encrcdsa"],
  ["dmg", 0, "ER\x02\0"],
  ["dmg", 32, "NXSB"],
  ["dmg", 512, "EFI PART"],
  ["dmg", 1024, "H+\0\x04"],
  ["dmg", 1024, "HX\0\x05"],
];

/** Brands of the ISO base media file format that are not MP4. */
const brands: readonly (readonly [brand: RegExp, content: Content])[] = [
  [/^avi[fs]/, "avif"],
  [/^(hei[cxms]|hev[cxms]|mif1|msf1)/, "heic"],
  [/^qt {2}/, "mov"],
  [/^3g[a-z0-9]/, "3gp"],
  // A camera's raw photo (Canon).
  [/^crx /, "data"],
];
const boxes = /^(moov|mdat|wide|free|skip|pnot)/;
/** Generic picture brands: the compatible brands after them decide. */
const generalBrand = /^(mif1|msf1)/;

/** A PDF may begin with a byte order mark or other bytes, up to here (ISO 32000, annex H). */
const pdfWithin = 1024;

/** Texts may contain tabs, line ends and escape sequences (terminal colors). */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
/** A short signature that may begin a text. */
const word = /^[ -~]{1,4}$/;

/** Returns the encoding of a text's head, or null. Windows-1252 accepts all bytes but NUL. */
export function textEncoding(head: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | null {
  const [a, b] = head;
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (!head.includes(0)) return "utf-8";
  // UTF-16 without a byte order mark: mostly Latin letters, so every second byte is NUL.
  const pairs = Math.floor(head.length / 2);
  const nulls = [0, 0];
  for (let i = 0; i < pairs * 2; i += 1) if (head[i] === 0) nulls[i % 2] = (nulls[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  if (even === 0 && odd > pairs * 0.7) return "utf-16le";
  if (odd === 0 && even > pairs * 0.7) return "utf-16be";
  return null;
}

/** True for a log with NULs between its lines, as after a power cut or an interrupted write. */
const hasGaps = (head: Uint8Array): boolean => {
  const text = head.filter((byte) => byte !== 0);
  return text.length > Math.max(32, head.length / 2) && !text.some(isControl);
};

/** Detects the content of a file. @param head its first `headBytes`, or all of a smaller file */
export function contentOf(head: Uint8Array): Content {
  const start = latin1(head.subarray(0, headBytes));
  // Words such as "BMW is a car" match a signature, but a picture or video has control characters.
  const isText = !head.some(isControl);
  for (const [content, at, bytes] of signatures)
    if (start.startsWith(bytes, at) && !(isText && word.test(bytes))) return content;
  if (/^RIFF.{4}WEBP/s.test(start)) return "webp";
  if (isText) return /(^|[\r\n\xbf])%PDF-\d/.test(start.slice(0, pdfWithin)) ? "pdf" : "text";
  if (start.startsWith("RIFF")) return "riff";
  const box = start.slice(4, 12);
  if (box.startsWith("ftyp")) {
    const [brand, compatible] = [box.slice(4), start.slice(16, 64)];
    if (generalBrand.test(brand) && /avi[fs]/.test(compatible)) return "avif";
    return brands.find(([known]) => known.test(brand))?.[1] ?? "mp4";
  }
  if (boxes.test(box)) return "mov";
  if (start.slice(0, pdfWithin).includes("%PDF-")) return "pdf";
  return textEncoding(head) !== null || hasGaps(head) ? "text" : "data";
}

interface Kind {
  type: string;
  /** Accepted content. */
  contents: readonly Content[];
}
const kind = (type: string, ...contents: Content[]): Kind => ({ type, contents });
const text = (type: string): Kind => kind(type, "text");
const video = (type: string): Kind => kind(type, "mp4", "mov", "3gp");
/** A password turns Microsoft's ZIP formats into OLE. */
const office = (type: string): Kind => kind(`application/vnd.openxmlformats-officedocument.${type}`, "zip", "ole");
const binary = "application/octet-stream";

const kinds: Readonly<Record<string, Kind>> = {
  png: kind("image/png", "png"),
  jpg: kind("image/jpeg", "jpeg"),
  jpeg: kind("image/jpeg", "jpeg"),
  gif: kind("image/gif", "gif"),
  webp: kind("image/webp", "webp"),
  avif: kind("image/avif", "avif"),
  heic: kind("image/heic", "heic"),
  heif: kind("image/heif", "heic"),
  ico: kind("image/x-icon", "ico", "png"),
  mp4: video("video/mp4"),
  m4v: video("video/mp4"),
  mov: video("video/quicktime"),
  "3gp": video("video/3gpp"),
  webm: kind("video/webm", "webm"),
  ogv: kind("video/ogg", "ogg"),
  mp3: kind("audio/mpeg", "mp3"),
  pdf: kind("application/pdf", "pdf"),
  zip: kind("application/zip", "zip"),
  apk: kind("application/vnd.android.package-archive", "zip"),
  aab: kind(binary, "zip"),
  ipa: kind(binary, "zip"),
  docx: office("wordprocessingml.document"),
  xlsx: office("spreadsheetml.sheet"),
  pptx: office("presentationml.presentation"),
  gz: kind("application/gzip", "gzip"),
  tgz: kind("application/gzip", "gzip"),
  "7z": kind("application/x-7z-compressed", "7z"),
  exe: kind("application/vnd.microsoft.portable-executable", "exe"),
  msi: kind(binary, "ole"),
  json: text("application/json"),
  har: text("application/json"),
  csv: text("text/csv"),
  md: text("text/markdown"),
  markdown: text("text/markdown"),
  // Stored as plain text, so that they are never served as HTML pages.
  ...Object.fromEntries(
    ["txt", "log", "xml", "html", "htm", "svg", "yml", "yaml", "ndjson", "plist"].map((e) => [e, text("text/plain")]),
  ),
};

export const endingOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** A file may be called x.constructor, which is a property of every object. */
const kindOf = (name: string): Kind | undefined => {
  const ending = endingOf(name);
  return Object.hasOwn(kinds, ending) ? kinds[ending] : undefined;
};

/** Returns the type of an extension; generic bytes for an unlisted one. */
export const typeOf = (name: string): string => kindOf(name)?.type ?? binary;

/** True if the first bytes match the extension, or if the extension is unlisted. */
export function matches(name: string, head: Uint8Array): boolean {
  const listed = kindOf(name);
  return !listed || listed.contents.includes(contentOf(head));
}

/** The types that the bucket `attachments` takes (migration `storage`). */
export const attachmentTypes = [
  ...["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif", "image/heic", "image/heif"],
  ...["video/mp4", "video/webm", "video/quicktime", "video/ogg", "video/3gpp"],
  ...["text/plain", "text/csv", "text/markdown", "application/pdf", "application/json"],
  ...["application/zip", "application/x-zip-compressed", "application/gzip"],
] as const;

/** For pictures, videos and archives the bytes decide, whatever the extension. */
const typeByContent: Partial<Readonly<Record<Content, string>>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  heic: "image/heic",
  mp4: "video/mp4",
  mov: "video/quicktime",
  "3gp": "video/3gpp",
  webm: "video/webm",
  ogg: "video/ogg",
  pdf: "application/pdf",
  zip: "application/zip",
  gzip: "application/gzip",
};
const media = /^(image|video)\//;

/**
 * Returns the type under which a report's file is stored; null when its bytes have no accepted type
 * or contradict its extension. The browser's type is ignored: it is empty for `.log` and `.har` and
 * differs between systems for `.zip`.
 */
export function attachmentType(name: string, head: Uint8Array): string | null {
  const content = contentOf(head);
  const byContent = typeByContent[content];
  if (byContent && media.test(byContent)) return byContent;
  if (!matches(name, head)) return null;
  if (byContent) return byContent;
  if (content !== "text") return null;
  const listed = kindOf(name);
  return listed?.contents.includes("text") ? listed.type : "text/plain";
}

/** File picker filter for reports. With extensions, for systems that lack a type for them. */
export const attachmentAccept = ["image/*", "video/*", ...attachmentTypes, ".log", ".har", ".md", ".csv"].join(",");

// ---- Builds ------------------------------------------------------------------------------------

export type BuildPlatform = "android" | "ios" | "windows" | "macos" | "web";

const archives: readonly Content[] = ["zip", "7z", "gzip", "xz", "bzip2", "tar", "rar"];
/** Installers, and archives with an app. Phone packages are read (sync/packages). */
const desktop: Readonly<Record<"windows" | "macos", readonly Content[]>> = {
  windows: ["exe", "ole", "cab", ...archives],
  macos: ["dmg", "xar", ...archives],
};
/** Extensions of documents whose bytes are an archive. */
const documents = /^(docx?|xlsx?|pptx?|od[tspg]|pages|numbers|key|epub)$/;
/** A disk image ends with 512 bytes that begin with this. */
export const dmgTrailer = { bytes: 512, begins: "koly" } as const;

/** True if these bytes can be a build for a computer. @param tail the last 512 bytes */
export function isDesktopBuild(platform: "windows" | "macos", name: string, head: Uint8Array, tail: Uint8Array) {
  if (documents.test(endingOf(name))) return false;
  if (platform === "macos" && latin1(tail).startsWith(dmgTrailer.begins)) return true;
  const content = contentOf(head);
  // An .appinstaller file is XML that points to the app.
  if (platform === "windows" && content === "text") return endingOf(name) === "appinstaller";
  return desktop[platform].includes(content);
}

const packageName = /\.(apk|aab|ipa|xapk|apks|apkm)(?![a-z0-9])/i;
/** True if the name contains a phone package's extension, also for `app-release.apk.1`. */
export const saysPackage = (name: string): boolean => packageName.test(name);

const apk = "application/vnd.android.package-archive";

/**
 * Returns the name and type under which a device installs a package. Browsers add `.1` or `.zip` to
 * a second download, and Android opens only `.apk`. Keeps a name that fits.
 */
export function installableName(name: string, platform: "android" | "ios"): { name: string; type: string } {
  const ending = platform === "android" ? "apk" : "ipa";
  const type = platform === "android" ? apk : binary;
  if (endingOf(name) === ending) return { name, type };
  const at = name.toLowerCase().indexOf(`.${ending}`);
  const stem = at > 0 ? name.slice(0, at) : name.replace(/\.(zip|bin|txt|jar)$/i, "");
  return { name: `${firstCharacters(stem, 250) || "app"}.${ending}`, type };
}
