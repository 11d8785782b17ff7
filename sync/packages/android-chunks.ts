// Android's compiled resources are chunks: {u16 type, u16 header size, u32 size}, all
// little-endian. Source: frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h of the
// Android Open Source Project.
import { type Bytes, DamagedPackage } from "./bytes.ts";

export const chunkType = {
  stringPool: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  startElement: 0x0102,
  resourceMap: 0x0180,
  package: 0x0200,
  type: 0x0201,
} as const;

export interface Chunk {
  type: number;
  headerSize: number;
  /** The whole chunk, with its header. */
  bytes: Bytes;
}

/** The chunks from `at` on, one after another. */
export function* chunksFrom(bytes: Bytes, at: number): Generator<Chunk> {
  while (at + 8 <= bytes.length) {
    const size = bytes.u32(at + 4);
    const headerSize = bytes.u16(at + 2);
    if (size < 8 || headerSize < 8 || headerSize > size) throw new DamagedPackage("chunk");
    yield { type: bytes.u16(at), headerSize, bytes: bytes.part(at, size) };
    at += size;
  }
}

/** The type of a value (Res_value). */
export const valueType = {
  reference: 0x01,
  string: 0x03,
  float: 0x04,
  decimal: 0x10,
  hexadecimal: 0x11,
  boolean: 0x12,
} as const;

export interface Value {
  type: number;
  data: number;
}

/** Res_value: {u16 size, u8 zero, u8 type, u32 data}. */
export const valueAt = (bytes: Bytes, at: number): Value => ({ type: bytes.u8(at + 3), data: bytes.u32(at + 4) });

const float = new DataView(new ArrayBuffer(4));
/** The shortest decimal of this float, as the build tools received it. */
function floatText(bits: number): string {
  float.setUint32(0, bits);
  const value = float.getFloat32(0);
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return Number.isInteger(short) ? short.toFixed(1) : String(short);
  }
  return "";
}

/** Returns a value as Android's text (TypedValue.coerceToString); undefined without one. */
export function textOfValue({ type, data }: Value, textOf: (index: number) => string | undefined): string | undefined {
  if (type === valueType.string) return textOf(data);
  if (type === valueType.float) return floatText(data);
  if (type === valueType.decimal) return String(data | 0);
  if (type === valueType.hexadecimal) return `0x${data.toString(16)}`;
  if (type === valueType.boolean) return data === 0 ? "false" : "true";
  return undefined;
}

const utf8Flag = 0x100;
/** The longest text read here is a label. */
const mostBytes = 64 * 1024;

/** Reads strings of a pool by index, lazily; undefined for a missing one. */
export function stringPool({ bytes, headerSize }: Chunk): (index: number) => string | undefined {
  const count = bytes.u32(8);
  const utf8 = (bytes.u32(16) & utf8Flag) !== 0;
  const start = bytes.u32(20);
  return (index) => {
    if (index >= count) return undefined;
    let at = start + bytes.u32(headerSize + index * 4);
    /** One or two units. The highest bit of the first marks a second. */
    const length = (): number => {
      const first = utf8 ? bytes.u8(at) : bytes.u16(at);
      const unit = utf8 ? 1 : 2;
      const [mark, shift] = utf8 ? [0x80, 8] : [0x8000, 16];
      at += unit;
      if ((first & mark) === 0) return first;
      const second = utf8 ? bytes.u8(at) : bytes.u16(at);
      at += unit;
      return (first & (mark - 1)) * 2 ** shift + second;
    };
    const characters = length();
    // UTF-8 also has the length in bytes.
    const size = utf8 ? length() : characters * 2;
    if (size > mostBytes) throw new DamagedPackage("string");
    return bytes.text(at, size, utf8 ? "utf-8" : "utf-16le");
  };
}
