// Reads selected entries of a ZIP within limits: a small file can claim millions of entries, or
// unpack to gigabytes.
import {
  ERR_ENCRYPTED,
  ERR_EOCDR_NOT_FOUND,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  type FileEntry,
  Reader,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import type { BuildFailure } from "../files/build-checks.ts";
import { DamagedPackage } from "./bytes.ts";
import type { PackageSource } from "./package-source.ts";

/** Maximum of a ZIP without the 64-bit extension. */
const mostEntries = 65_535;
const mostNameBytes = 1_024;
const entriesAtOnce = 1_000;
const mostAtOnce = 32 * 1024 * 1024;
const endSignature = 0x06054b50;
const endSize = 22;
const locatorSignature = 0x07064b50;
const locatorSize = 20;
/** Deflate's maximum compression ratio. */
const mostRatio = 1_040;

export interface Zip {
  /** Normalized names: without a leading `./`, and with slashes. */
  names(): Iterable<string>;
  isLink(name: string): boolean;
  /** Offset of the central directory. A signing block may precede it. */
  directoryAt: number;
  /** True if it has the end record of 64-bit offsets, needed or not. */
  isZip64: boolean;
  /** Uncompressed size, according to the directory. */
  sizeOf(name: string): number | undefined;
  /** Returns null for a missing entry. Throws `DamagedPackage` for more than `most` bytes. */
  read(name: string, most: number): Promise<Uint8Array | null>;
}

class SourceReader extends Reader<PackageSource> {
  readonly #source: PackageSource;
  constructor(source: PackageSource) {
    super(source);
    this.#source = source;
    this.size = source.size;
  }
  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    // The directory is read as a whole, and its own length is untrusted.
    if (length > mostAtOnce) throw new DamagedPackage(`${length} bytes at once`);
    return this.#source.read(index, Math.max(0, Math.min(length, this.#source.size - index)));
  }
}

const failures: Readonly<Record<string, BuildFailure>> = {
  [ERR_EOCDR_NOT_FOUND]: "incomplete",
  [ERR_UNSUPPORTED_COMPRESSION]: "unknown_compression",
  [ERR_ENCRYPTED]: "encrypted",
  [ERR_UNSUPPORTED_ENCRYPTION]: "encrypted",
};

/** Converts the library's errors to `DamagedPackage`. The source's own errors are unchanged. */
const asDamaged = (error: unknown): unknown => {
  if (error instanceof DamagedPackage || (error instanceof DOMException && error.name === "NotReadableError"))
    return error;
  return new DamagedPackage(String(error), error instanceof Error ? failures[error.message] : undefined);
};

/** Some tools write `./Payload`, `/Payload` or `Payload\\Night.app`. */
const tidied = (name: string): string => name.replaceAll("\\", "/").replace(/^(\.?\/)+/, "");

/** The 64-bit locator is right before the end record. */
async function hasZip64End(source: PackageSource): Promise<boolean> {
  const size = Math.min(source.size, endSize + 0xffff);
  const tail = await source.read(source.size - size, size);
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.length - endSize; at >= 0; at -= 1)
    if (view.getUint32(at, true) === endSignature)
      return at >= locatorSize && view.getUint32(at - locatorSize, true) === locatorSignature;
  return false;
}

/** Names only select entries and are never used as a path. */
const options = { filenameEncoding: "utf-8", filenameValidation: "tolerant" } as const;

/** Opens a ZIP. Throws `DamagedPackage` for another format or above the limits. */
export async function openZip(source: PackageSource, wanted: RegExp, signal: AbortSignal): Promise<Zip> {
  const zip = new ZipReader(new SourceReader(source), { useWebWorkers: false, signal });
  const entries = new Map<string, FileEntry>();
  let count = 0;
  try {
    for await (const entry of zip.getEntriesGenerator(options)) {
      count += 1;
      // Entries arrive without a pause: yield to other tasks and to the time limit.
      if (count % entriesAtOnce === 0) await new Promise((resume) => setTimeout(resume));
      signal.throwIfAborted();
      if (count > mostEntries || entry.rawFilename.length > mostNameBytes) throw new DamagedPackage("entries");
      const name = tidied(entry.filename);
      if (entry.directory || !wanted.test(name)) continue;
      // Programs differ in which of two equal entries they use.
      if (entries.has(name)) throw new DamagedPackage(`twice: ${name}`);
      entries.set(name, entry);
    }
  } catch (error) {
    throw asDamaged(error);
  }
  return {
    names: () => entries.keys(),
    isLink: (name) => entries.get(name)?.symlink ?? false,
    directoryAt: zip.directoryOffset ?? 0,
    isZip64: await hasZip64End(source),
    sizeOf: (name) => entries.get(name)?.uncompressedSize,
    async read(name, most) {
      const entry = entries.get(name);
      if (!entry) return null;
      const { compressedSize, uncompressedSize, encrypted } = entry;
      if (encrypted) throw new DamagedPackage(`${name}: encrypted`, "encrypted");
      if (uncompressedSize > most || uncompressedSize > compressedSize * mostRatio + 64)
        throw new DamagedPackage(`${name}: ${uncompressedSize} bytes`);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
        write(chunk) {
          size += chunk.length;
          if (size > most) throw new DamagedPackage(`${name}: more than ${most} bytes`);
          chunks.push(chunk);
        },
      });
      await entry.getData(writable, { useWebWorkers: false, signal }).catch((error: unknown) => {
        throw asDamaged(error);
      });
      return new Uint8Array(await new Blob(chunks).arrayBuffer());
    },
  };
}
