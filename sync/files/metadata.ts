// Removes place, time and person from the metadata of files, without decoding pictures. Sources:
// GIF89a; the WebP container (RFC 9649); PNG (W3C); ISO 14496-12 and Apple's QuickTime File Format.

const text = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Extensions for repetition and colors. Any other may contain XMP. */
const gifExtensions = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Keeps a GIF's pictures and timing. A truncated GIF ends after its last whole block. */
export function cleanGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const colours = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  const parts: Uint8Array[] = [];
  let at = 13 + colours(bytes[10] ?? 0);
  parts.push(bytes.subarray(0, at));
  /** Skips sub-blocks, each of which has its length before it. Null if the file ends early. */
  const past = (from: number): number | null => {
    for (let next = from; next < bytes.length; ) {
      const size = bytes[next] ?? 0;
      next += size + 1;
      if (size === 0) return next;
    }
    return null;
  };
  while (at < bytes.length) {
    const start = at;
    const mark = bytes[at];
    const label = bytes[at + 1];
    if (mark !== 0x21 && mark !== 0x2c) break;
    const end = mark === 0x21 ? past(at + 2) : past(at + 11 + colours(bytes[at + 9] ?? 0));
    if (end === null) break;
    at = end;
    const dropped =
      mark === 0x21 && (label === 0xfe || (label === 0xff && !gifExtensions.has(text(bytes, start + 3, 11))));
    if (!dropped) parts.push(bytes.subarray(start, end));
  }
  return joined([...parts, Uint8Array.of(0x3b)]);
}

/** Yields the chunks of a WebP: {4 letters, u32 size, bytes, padding to even}. */
function* webpChunks(bytes: Uint8Array): Generator<[name: string, chunk: Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) return;
    yield [text(bytes, at, 4), bytes.subarray(at, end)];
    at = end;
  }
}

/** Yields the chunks of a PNG: {u32 size, 4 letters, bytes, u32 checksum}. */
function* pngChunks(bytes: Uint8Array): Generator<[name: string, chunk: Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return;
    yield [text(bytes, at + 4, 4), bytes.subarray(at, end)];
    at = end;
  }
}

const has = (chunks: Iterable<[string, Uint8Array]>, name: string): boolean => {
  for (const [each] of chunks) if (each === name) return true;
  return false;
};

/** True for an animated WebP or PNG. GIFs are not checked, because they always stay unchanged. */
export const isMoving = (bytes: Uint8Array, type: string): boolean =>
  type === "image/webp" ? has(webpChunks(bytes), "ANIM") : type === "image/png" && has(pngChunks(bytes), "acTL");

const exifAndXmp = 0x08 | 0x04;

export function cleanWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [];
  for (const [name, chunk] of webpChunks(bytes)) {
    if (name === "EXIF" || name === "XMP ") continue;
    const copy = Uint8Array.from(chunk);
    // The header has flags for the removed chunks.
    if (name === "VP8X") copy[8] = (copy[8] ?? 0) & ~exifAndXmp;
    kept.push(copy);
  }
  const whole = joined([bytes.subarray(0, 12), ...kept]);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return whole;
}

const pngMetadata = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

export function cleanPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  for (const [name, chunk] of pngChunks(bytes)) if (!pngMetadata.has(name)) kept.push(chunk);
  return joined(kept);
}

// ---- Videos ------------------------------------------------------------------------------------

interface Box {
  type: string;
  start: number;
  /** Offset of its content. */
  body: number;
  end: number;
}

/** Reads a box: {u32 size, 4 letters}. Size 1: a u64 size follows. Size 0: to the end. */
function boxAt(view: DataView, at: number, offset: number, limit: number): Box | null {
  if (at + 8 > view.byteLength) return null;
  const short = view.getUint32(at);
  const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
  const wide = short === 1;
  if (wide && at + 16 > view.byteLength) return null;
  const size = wide ? Number(view.getBigUint64(at + 8)) : short === 0 ? limit - offset - at : short;
  const header = wide ? 16 : 8;
  const start = offset + at;
  if (size < header || start + size > limit) return null;
  return { type, start, body: start + header, end: start + size };
}

const mostBoxes = 100_000;
/** XMP (ISO 16684-1). */
const xmpId = "be7acfcb97a942e89c71999491e3afac";

interface Change {
  start: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Turns a box into an empty `free` box, which players skip. */
const emptied = ({ start, body, end }: Box): Change[] => [
  { start: start + 4, bytes: Uint8Array.of(0x66, 0x72, 0x65, 0x65) },
  { start: body, bytes: new Uint8Array(end - body) },
];

/**
 * Returns the byte ranges of a metadata track, from {u32 count, entries} of stsz, stsc and stco or
 * co64. Throws RangeError if they overlap, which keeps memory below the file's size.
 */
function sampleRanges(
  moov: DataView,
  tables: ReadonlyMap<string, number>,
  fileSize: number,
): [start: number, size: number][] {
  const at = (name: string): number | undefined => tables.get(name);
  const [sizes, runs, offsets, wide] = [at("stsz"), at("stsc"), at("stco") ?? at("co64"), !tables.has("stco")];
  if (sizes === undefined || runs === undefined || offsets === undefined) return [];
  const fixed = moov.getUint32(sizes + 4);
  const count = Math.min(moov.getUint32(offsets + 4), mostBoxes);
  const runCount = moov.getUint32(runs + 4);
  const ranges: [number, number][] = [];
  let total = 0;
  for (let chunk = 0, sample = 0, run = 0; chunk < count; chunk += 1) {
    while (run + 1 < runCount && moov.getUint32(runs + 8 + (run + 1) * 12) <= chunk + 1) run += 1;
    let size = 0;
    for (let left = moov.getUint32(runs + 8 + run * 12 + 4); left > 0 && sample < mostBoxes; left -= 1, sample += 1)
      size += fixed || moov.getUint32(sizes + 12 + sample * 4);
    const start = wide ? Number(moov.getBigUint64(offsets + 8 + chunk * 8)) : moov.getUint32(offsets + 8 + chunk * 4);
    // A truncated video lacks its last samples.
    if (size === 0 || start + size > fileSize) continue;
    total += size;
    if (total > fileSize) throw new RangeError("samples overlap");
    ranges.push([start, size]);
  }
  return ranges;
}

/**
 * Removes the place and other metadata from an MP4, MOV or 3GP: `udta` (©xyz, loci), `meta`, XMP
 * and metadata tracks. Boxes become empty ones of the same size, so no offset changes. Throws
 * RangeError for a video with invalid tables.
 */
export async function cleanVideo(video: Blob): Promise<Blob> {
  const changes: Change[] = [];
  const view = async (from: number, to: number): Promise<DataView> =>
    new DataView(await video.slice(from, to).arrayBuffer());
  let boxes = 0;
  for (let at = 0; at < video.size && boxes < mostBoxes; ) {
    const head = await view(at, Math.min(at + 32, video.size));
    const box = boxAt(head, 0, at, video.size);
    if (!box) break;
    boxes += 1;
    at = box.end;
    if (box.type === "udta" || box.type === "meta" || (box.type === "uuid" && isXmp(head, box.body - box.start)))
      changes.push(...emptied(box));
    if (box.type === "moov" || box.type === "moof")
      changes.push(...within(await view(box.start, box.end), box, video.size));
  }
  const parts: BlobPart[] = [];
  let done = 0;
  for (const { start, bytes } of changes.sort((a, b) => a.start - b.start)) {
    // Skips bytes that an earlier change already emptied.
    const left = bytes.subarray(Math.max(0, done - start));
    if (left.length === 0) continue;
    const from = Math.max(start, done);
    parts.push(video.slice(done, from), left);
    done = from + left.length;
  }
  return new Blob([...parts, video.slice(done)], { type: video.type });
}

function isXmp(view: DataView, at: number): boolean {
  if (at + 16 > view.byteLength) return false;
  const id = Array.from({ length: 16 }, (_, i) =>
    view
      .getUint8(at + i)
      .toString(16)
      .padStart(2, "0"),
  );
  return id.join("") === xmpId;
}

function within(moov: DataView, outer: Box, fileSize: number): Change[] {
  const changes: Change[] = [];
  // Offsets count from the file's start, the view's from `outer`.
  const local = (at: number): number => at - outer.start;
  function* children(box: Box): Generator<Box> {
    for (let at = box.body; at < box.end; ) {
      const child = boxAt(moov, local(at), outer.start, box.end);
      if (!child) return;
      yield child;
      at = child.end;
    }
  }
  const visit = (box: Box, depth: number): void => {
    const tables = new Map<string, number>();
    let metadata = false;
    const look = (parent: Box): void => {
      for (const child of children(parent)) {
        if (child.type === "hdlr" && local(child.body) + 12 <= moov.byteLength)
          metadata ||= /^(meta|camm|gpmd)$/.test(
            String.fromCharCode(...new Uint8Array(moov.buffer, moov.byteOffset + local(child.body) + 8, 4)),
          );
        if (["mdia", "minf", "stbl"].includes(child.type)) look(child);
        if (["stsz", "stsc", "stco", "co64"].includes(child.type)) tables.set(child.type, local(child.body));
      }
    };
    for (const child of children(box)) {
      const xmp = child.type === "uuid" && isXmp(moov, local(child.body));
      if (child.type === "udta" || child.type === "meta" || xmp) changes.push(...emptied(child));
      else if (child.type === "traf" && depth < 2) visit(child, depth + 1);
      else if (child.type === "trak" && depth < 2) {
        metadata = false;
        tables.clear();
        look(child);
        if (!metadata) {
          visit(child, depth + 1);
          continue;
        }
        changes.push(...emptied(child));
        for (const [start, size] of sampleRanges(moov, tables, fileSize))
          changes.push({ start, bytes: new Uint8Array(size) });
      }
    }
  };
  visit(outer, 0);
  return changes;
}
