// Resolves references of the manifest in resources.arsc of an Android package (android-chunks.ts).
import {
  type Chunk,
  chunksFrom,
  chunkType,
  stringPool,
  textOfValue,
  type Value,
  valueAt,
  valueType,
} from "./android-chunks.ts";
import { type Bytes, DamagedPackage } from "./bytes.ts";

export interface ResourceText {
  text: string;
  /** Dots per inch; 0: any. */
  density: number;
  /** True for a single language. */
  localised: boolean;
}

/** Maximum length of a chain of references. */
const mostSteps = 8;
/** A resource has a value per language and density. The limit ends circular references. */
const mostLooks = 5_000;

const sparse = 0x01;
const shortOffsets = 0x02;
const complex = 0x0001;
const compact = 0x0008;

/**
 * Returns an entry's offset in its type's chunk; undefined if this configuration has none. Offsets
 * are u32 after the header, u16 in units of four bytes, or pairs {u16 index, u16 offset in units of
 * four}.
 */
function offsetOf({ bytes, headerSize }: Chunk, index: number): number | undefined {
  const flags = bytes.u8(9);
  const count = bytes.u32(12);
  const start = bytes.u32(16);
  if ((flags & sparse) !== 0) {
    // Pairs are sorted by index.
    let [first, end] = [0, count];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if (bytes.u16(headerSize + middle * 4) < index) first = middle + 1;
      else end = middle;
    }
    const at = headerSize + first * 4;
    return first < count && bytes.u16(at) === index ? start + bytes.u16(at + 2) * 4 : undefined;
  }
  if (index >= count) return undefined;
  if ((flags & shortOffsets) !== 0) {
    const offset = bytes.u16(headerSize + index * 2);
    return offset === 0xffff ? undefined : start + offset * 4;
  }
  const offset = bytes.u32(headerSize + index * 4);
  return offset === 0xffffffff ? undefined : start + offset;
}

/**
 * Reads an entry: {u16 size, u16 flags, u32 key} and a value, or compact {u16 key, u16 flags and
 * type, u32 data}. Undefined for a set of values, which names and icons never are.
 */
function entryAt(bytes: Bytes, at: number): Value | undefined {
  const flags = bytes.u16(at + 2);
  if ((flags & compact) !== 0) return { type: flags >> 8, data: bytes.u32(at + 4) };
  return (flags & complex) === 0 ? valueAt(bytes, at + bytes.u16(at)) : undefined;
}

/**
 * Reads resources.arsc. Throws `DamagedPackage`. @returns looks up a resource by its number:
 * 0xPPTTEEEE
 */
export function readAndroidResources(bytes: Bytes): (id: number) => ResourceText[] {
  if (bytes.u16(0) !== chunkType.table) throw new DamagedPackage("no table of resources");
  let textOf: (index: number) => string | undefined = () => undefined;
  /** Chunks per package and type, one for each configuration. */
  const types = new Map<number, Chunk[]>();
  for (const chunk of chunksFrom(bytes, bytes.u16(2))) {
    if (chunk.type === chunkType.stringPool) textOf = stringPool(chunk);
    if (chunk.type !== chunkType.package) continue;
    const packageId = chunk.bytes.u32(8) & 0xff;
    for (const inner of chunksFrom(chunk.bytes, chunk.headerSize)) {
      if (inner.type !== chunkType.type) continue;
      const key = packageId * 256 + inner.bytes.u8(8);
      const known = types.get(key);
      if (known) known.push(inner);
      else types.set(key, [inner]);
    }
  }
  return (id) => {
    const found: ResourceText[] = [];
    let looks = 0;
    const find = (wanted: number, steps: number): void => {
      for (const chunk of types.get(wanted >>> 16) ?? []) {
        looks += 1;
        if (looks > mostLooks) throw new DamagedPackage("references");
        const at = offsetOf(chunk, wanted & 0xffff);
        const value = at === undefined ? undefined : entryAt(chunk.bytes, at);
        if (!value) continue;
        // ResTable_config, from 20 on: {u32 size, u16 mcc, u16 mnc, language[2], country[2], u8
        // orientation, u8 touchscreen, u16 density}.
        const text = textOfValue(value, textOf);
        if (text !== undefined)
          found.push({ text, density: chunk.bytes.u16(34), localised: chunk.bytes.u16(28) !== 0 });
        else if (value.type === valueType.reference && value.data !== 0 && steps > 0) find(value.data, steps - 1);
      }
    };
    find(id, mostSteps);
    return found;
  };
}
