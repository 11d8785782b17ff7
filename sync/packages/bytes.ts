// Reads numbers from untrusted bytes. Checks each read, so that a wrong length or offset is
// reported as a damaged package.
import type { BuildFailure } from "../files/build-checks.ts";

/** The file is not of the claimed type, or exceeds a limit. */
export class DamagedPackage extends Error {
  override name = "DamagedPackage";
  readonly failure: BuildFailure;
  constructor(message: string, failure: BuildFailure = "damaged") {
    super(message);
    this.failure = failure;
  }
}

/** Limit per file. A small file can refer to the same bytes often, and read as gigabytes. */
const mostParts = 100_000;
const mostText = 8 * 1024 * 1024;

export class Bytes {
  readonly array: Uint8Array;
  readonly #view: DataView;
  /** Shared by all parts of a file. */
  readonly #used: { parts: number; text: number };

  constructor(array: Uint8Array, used = { parts: 0, text: 0 }) {
    this.array = array;
    this.#view = new DataView(array.buffer, array.byteOffset, array.byteLength);
    this.#used = used;
  }
  get length(): number {
    return this.array.length;
  }
  #within(at: number, size: number): number {
    if (!Number.isSafeInteger(at) || at < 0 || size < 0 || at + size > this.length)
      throw new DamagedPackage(`${size} bytes at ${at} of ${this.length}`);
    return at;
  }
  u8(at: number): number {
    return this.#view.getUint8(this.#within(at, 1));
  }
  /** Little-endian, as in Android and ZIP. */
  u16(at: number): number {
    return this.#view.getUint16(this.#within(at, 2), true);
  }
  u32(at: number): number {
    return this.#view.getUint32(this.#within(at, 4), true);
  }
  u64(at: number): number {
    return this.#safe(this.#view.getBigUint64(this.#within(at, 8), true));
  }
  f64BigEndian(at: number): number {
    return this.#view.getFloat64(this.#within(at, 8));
  }
  f32BigEndian(at: number): number {
    return this.#view.getFloat32(this.#within(at, 4));
  }
  /** Big-endian, of 1 to 8 bytes. */
  uintBigEndian(at: number, size: number): number {
    this.#within(at, size);
    let value = 0n;
    for (let i = 0; i < size; i += 1) value = (value << 8n) | BigInt(this.u8(at + i));
    return this.#safe(value);
  }
  /** Returns a view of the same memory. */
  part(at: number, size: number): Bytes {
    this.#within(at, size);
    this.#used.parts += 1;
    if (this.#used.parts > mostParts) throw new DamagedPackage("too many parts");
    return new Bytes(this.array.subarray(at, at + size), this.#used);
  }
  text(at: number, size: number, encoding: "utf-8" | "utf-16le" | "utf-16be"): string {
    this.#within(at, size);
    this.#used.text += size;
    if (this.#used.text > mostText) throw new DamagedPackage("too much text");
    return new TextDecoder(encoding).decode(this.array.subarray(at, at + size));
  }
  #safe(value: bigint): number {
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DamagedPackage("a number is too large");
    return Number(value);
  }
}

/** Two small digits a byte. */
export const hex = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
