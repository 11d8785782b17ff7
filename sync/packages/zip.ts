// The entries of a ZIP that are of interest, read within limits: a small file can claim to hold
// millions of entries, or one that unpacks to gigabytes.
import { type FileEntry, Reader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { Bytes, DamagedPackage } from "./bytes.ts";
import type { PackageSource } from "./package-source.ts";

/** What a ZIP without the 64-bit extension can hold. */
const mostEntries = 65_535;
const mostNameBytes = 1_024;
const entriesAtOnce = 1_000;
const mostAtOnce = 32 * 1024 * 1024;
/** Deflate packs no better than this. */
const mostRatio = 1_040;

export interface Zip {
  names(): Iterable<string>;
  /** Bytes before packing, as the directory says. */
  sizeOf(name: string): number | undefined;
  /** Null: there is no such entry. Throws `DamagedPackage` for one of more than `most` bytes. */
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
    // The directory is read as a whole, and says itself how long it is.
    if (length > mostAtOnce) throw new DamagedPackage(`${length} bytes at once`);
    return this.#source.read(index, Math.max(0, Math.min(length, this.#source.size - index)));
  }
}

/**
 * What the library says of a file that somebody made. The source's own errors stay what they are.
 */
const asDamaged = (error: unknown): unknown =>
  error instanceof DOMException && error.name === "NotReadableError" ? error : new DamagedPackage(String(error));

/** Opens a ZIP. Throws `DamagedPackage` when it is none, or beyond the limits. */
export async function openZip(source: PackageSource, wanted: RegExp, signal: AbortSignal): Promise<Zip> {
  const zip = new ZipReader(new SourceReader(source), { useWebWorkers: false, signal });
  const entries = new Map<string, FileEntry>();
  let count = 0;
  try {
    for await (const entry of zip.getEntriesGenerator({ filenameEncoding: "utf-8" })) {
      count += 1;
      // The entries come without a pause: others have their turn, and the time can run out.
      if (count % entriesAtOnce === 0) await new Promise((resume) => setTimeout(resume));
      signal.throwIfAborted();
      if (count > mostEntries || entry.rawFilename.length > mostNameBytes) throw new DamagedPackage("entries");
      if (entry.directory || !wanted.test(entry.filename)) continue;
      // Which one counts is a question that programs answer differently.
      if (entries.has(entry.filename)) throw new DamagedPackage(`twice: ${entry.filename}`);
      entries.set(entry.filename, entry);
    }
  } catch (error) {
    throw asDamaged(error);
  }
  return {
    names: () => entries.keys(),
    sizeOf: (name) => entries.get(name)?.uncompressedSize,
    async read(name, most) {
      const entry = entries.get(name);
      if (!entry) return null;
      const { compressedSize, uncompressedSize, encrypted } = entry;
      if (encrypted || uncompressedSize > most || uncompressedSize > compressedSize * mostRatio + 64)
        throw new DamagedPackage(`${name}: ${uncompressedSize} bytes`);
      const chunks: Uint8Array[] = [];
      let size = 0;
      const writable = new WritableStream<Uint8Array>({
        write(chunk) {
          size += chunk.length;
          if (size > most) throw new DamagedPackage(`${name}: more than ${most} bytes`);
          chunks.push(chunk);
        },
      });
      await entry.getData(writable, { useWebWorkers: false, signal }).catch((error: unknown) => {
        throw asDamaged(error);
      });
      const whole = new Uint8Array(size);
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.length;
      }
      return whole;
    },
  };
}

const endSignature = 0x06054b50;
const endSize = 22;

/**
 * Where the central directory begins. The end's record: {u32 signature … at 16: u32 offset, u16
 * comment's size}.
 */
export async function directoryStart(source: PackageSource): Promise<number> {
  const size = Math.min(source.size, endSize + 0xffff);
  const tail = new Bytes(await source.read(source.size - size, size));
  for (let at = tail.length - endSize; at >= 0; at -= 1)
    if (tail.u32(at) === endSignature && at + endSize + tail.u16(at + 20) === tail.length) return tail.u32(at + 16);
  throw new DamagedPackage("no end of the directory");
}
