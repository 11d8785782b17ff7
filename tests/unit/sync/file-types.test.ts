import { describe, expect, test } from "vitest";
import { attachmentType, matches, typeOf } from "../../../sync/files/file-types.ts";
import { cleanGif, cleanPng, cleanVideo, cleanWebp, isMoving } from "../../../sync/files/metadata.ts";
import { zipOf } from "../../fixtures/packages.ts";

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const heads = {
  text: latin1("05-01 09:41 E/Map: too dark\n"),
  utf16: Uint8Array.from(Buffer.from("\ufeff05-01 09:41 too dark", "utf16le")),
  utf16be: Uint8Array.from(Buffer.from("\ufeff05-01 09:41 too dark", "utf16le").swap16()),
  bareUtf16: Uint8Array.from(Buffer.from("05-01 09:41 too dark", "utf16le")),
  zip: Uint8Array.from(zipOf([{ name: "log.txt", bytes: Buffer.from("x") }])),
  ole: latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 password"),
  pdf: latin1("%PDF-1.4\n"),
  pdfWithMark: latin1("\xef\xbb\xbf%PDF-1.4\n"),
  heic: latin1("\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
  jpeg: latin1("\xff\xd8\xff\xe0"),
  program: latin1("MZ\x90\0\x03\0\0\0"),
  mp4: latin1("\0\0\0\x18ftypisom\0\0\x02\0isom"),
  mov: latin1("\0\0\0\x14ftypqt  \0\0\0\0"),
};

test("a report's file gets its type from content and extension, whatever the browser claims", () => {
  const cases: [name: string, head: Uint8Array, type: string | null][] = [
    ["logcat.zip", heads.zip, "application/zip"],
    ["app.log", heads.text, "text/plain"],
    ["network.har", heads.text, "application/json"],
    ["notes.md", heads.text, "text/markdown"],
    ["table.csv", heads.text, "text/csv"],
    ["trace", heads.text, "text/plain"],
    ["crash.ips", heads.text, "text/plain"],
    ["page.html", heads.text, "text/plain"],
    ["out.txt", heads.utf16, "text/plain"],
    ["out.txt", heads.utf16be, "text/plain"],
    ["out.log", heads.bareUtf16, "text/plain"],
    ["a.pdf", heads.pdfWithMark, "application/pdf"],
    ["photo.jpg", heads.heic, "image/heic"],
    ["photo.jpg", heads.jpeg, "image/jpeg"],
    ["clip.mov", heads.mp4, "video/mp4"],
    ["clip.mp4", heads.mov, "video/quicktime"],
    ["notes.txt", heads.zip, null],
    ["notes.txt", heads.program, null],
    ["logcat.zip", heads.text, null],
    ["setup.exe", heads.program, null],
    ["old.doc", heads.ole, null],
  ];
  for (const [name, head, type] of cases) expect([name, attachmentType(name, head)]).toEqual([name, type]);
});

test("magic words at the start of a text do not make it a picture, video or program", () => {
  const texts = [
    ...["BMW is a car", "MZ is a code", "ID3 tags are broken", "BZh is odd", "xar! it said", "MSCF error 5"],
    ...["OggS is no word", "RIFF is short", "The free app", "all wide lists", "see %PDF-1.4 in this log"],
    "\x1b[31mred\x1b[0m and gr\xfcn",
    `boot${"\0".repeat(40)}\n05-01 09:41 E/Map: power was lost, and the log goes on`,
  ];
  for (const head of texts.map(latin1))
    expect([head, attachmentType("notes.txt", head), matches("notes.log", head)]).toEqual([head, "text/plain", true]);
  // Control characters after the signature mark a binary file.
  for (const start of ["BM", "MZ", "ID3", "xar!", "MSCF", "RIFF", "\0\0\0\x10free"])
    expect([start, matches("notes.txt", latin1(`${start}\x04\0\0\0`))]).toEqual([start, false]);
});

test("detects pictures and videos of phones and cameras by content", () => {
  const iso = (brand: string, compatible = "") => latin1(`\0\0\0\x18ftyp${brand}\0\0\0\0${compatible}`);
  const cases: [name: string, head: Uint8Array, type: string | null][] = [
    ["IMG_1.HEIC", iso("mif1", "mif1heicmiaf"), "image/heic"],
    ["burst.heics", iso("hevc"), "image/heic"],
    ["a.avif", iso("mif1", "avifmif1miaf"), "image/avif"],
    ["a.avif", iso("msf1", "avismsf1"), "image/avif"],
    ["IMG_1.CR3", iso("crx ", "crx isom"), null],
    ["a.dng", latin1("II*\0"), null],
    ["a.jxl", latin1("\0\0\0\x0cJXL \r\n\x87\n"), null],
    ["a.psd", latin1("8BPS\0\x01\0\0"), null],
    ["a.jpg", latin1("RIFF\x24\0\0\0WEBPVP8 "), "image/webp"],
    ["photo", heads.jpeg, "image/jpeg"],
    ["a.svg", latin1("<svg xmlns='http://www.w3.org/2000/svg'/>"), "text/plain"],
    ["a.mkv", latin1("\x1a\x45\xdf\xa3\x9f\x42"), "video/webm"],
    ["a.avi", latin1("RIFF\x24\0\0\0AVI LIST"), null],
    ["a.3gpp", iso("3gp5"), "video/3gpp"],
    ["old.qt", latin1("\0\0\0\x08wide\0\0\0\0mdat"), "video/quicktime"],
    [".IMG_1.HEIC.icloud", latin1("bplist00\xd4\x01\x02\0"), null],
    ["app.db", latin1("SQLite format 3\0\x10\0\x01\x01"), null],
    ["app.log.gz", latin1("\x1f\x8b\x08\0"), "application/gzip"],
    ["logcat.zip", latin1("Rar!\x1a\x07\0"), null],
    ["x.constructor", heads.text, "text/plain"],
  ];
  for (const [name, head, type] of cases) expect([name, attachmentType(name, head)]).toEqual([name, type]);
});

test("File Storage uses the type of the extension", () => {
  const taken: [string, Uint8Array][] = [
    ["out.txt", heads.utf16],
    ["out.csv", heads.utf16be],
    ["secret.xlsx", heads.ole],
    ["secret.docx", heads.ole],
    ["table.xlsx", heads.zip],
    ["a.pdf", heads.pdf],
    ["a.pdf", heads.pdfWithMark],
    ["any.dat", heads.program],
  ];
  for (const [name, head] of taken) expect([name, matches(name, head)]).toEqual([name, true]);
  for (const [name, head] of [
    ["notes.txt", heads.program],
    ["notes.txt", heads.zip],
    ["a.pdf", heads.text],
    ["photo.jpg", heads.heic],
    ["a.xlsx", heads.text],
  ] as const)
    expect([name, matches(name, head)]).toEqual([name, false]);
  expect(typeOf("page.html")).toBe("text/plain");
});

const u32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, "latin1"), body]);
};
const place = Buffer.from("+52.5200+013.4050/");

describe("removes the location and keeps animation", () => {
  test("GIF: removes XMP and comments; keeps loop, delays and frames", () => {
    const picture = Buffer.from("2c0000000001000100000202440100", "hex");
    const delay = Buffer.from("21f904040a000000", "hex");
    const loop = Buffer.concat([
      Buffer.from("21ff0b", "hex"),
      Buffer.from("NETSCAPE2.0"),
      Buffer.from("0301000000", "hex"),
    ]);
    const xmp = Buffer.concat([
      Buffer.from("21ff0b", "hex"),
      Buffer.from("XMP DataXMP"),
      Buffer.from([place.length]),
      place,
      Buffer.from([0]),
    ]);
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, place.length]), place, Buffer.from([0])]);
    const head = Buffer.concat([Buffer.from("GIF89a"), Buffer.from("01000100800000", "hex"), Buffer.alloc(6)]);
    const end = Buffer.from([0x3b]);
    const clean = Buffer.concat([head, loop, delay, picture, delay, picture, end]);
    expect(
      Buffer.from(cleanGif(Buffer.concat([head, loop, xmp, delay, picture, comment, delay, picture, end]))),
    ).toEqual(clean);
    expect(Buffer.from(cleanGif(clean))).toEqual(clean);
    // Cut off in its last frame.
    expect(Buffer.from(cleanGif(clean.subarray(0, -3)))).toEqual(
      Buffer.concat([head, loop, delay, picture, delay, end]),
    );
  });

  test("animated WebP and PNG: removes Exif, XMP and texts", () => {
    const chunk = (name: string, body: Buffer): Buffer => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(body.length);
      return Buffer.concat([Buffer.from(name), size, body, Buffer.alloc(body.length % 2)]);
    };
    const riff = (...chunks: Buffer[]): Buffer => {
      const all = chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
      return all;
    };
    const vp8x = (flags: number) => chunk("VP8X", Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    const [anim, frame] = [chunk("ANIM", Buffer.alloc(6)), chunk("ANMF", Buffer.alloc(21))];
    const webp = riff(vp8x(0x02 | 0x0c), anim, frame, chunk("EXIF", place), chunk("XMP ", place));
    expect(isMoving(webp, "image/webp")).toBe(true);
    expect(Buffer.from(cleanWebp(webp))).toEqual(riff(vp8x(0x02), anim, frame));
    expect(isMoving(riff(vp8x(0), chunk("VP8 ", Buffer.alloc(4))), "image/webp")).toBe(false);

    const part = (name: string, body = Buffer.alloc(4)) =>
      Buffer.concat([u32(body.length), Buffer.from(name), body, u32(0)]);
    const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    const png = (...parts: Buffer[]) => Buffer.concat([signature, part("IHDR"), ...parts, part("IEND")]);
    const moving = [part("acTL"), part("IDAT"), part("fdAT")];
    const texts = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"].map((name) => part(name, place));
    expect(isMoving(png(...moving), "image/png")).toBe(true);
    expect(isMoving(png(part("IDAT")), "image/png")).toBe(false);
    expect(Buffer.from(cleanPng(png(...moving, ...texts)))).toEqual(png(...moving));
  });

  test("MP4 and MOV: removes ©xyz, loci, meta, XMP and a metadata track, and changes nothing else", async () => {
    const xmp = Buffer.concat([Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex"), place]);
    const full = (type: string, ...numbers: number[]) => box(type, u32(0), ...numbers.map(u32));
    const hdlr = (kind: string) => box("hdlr", u32(0), u32(0), Buffer.from(kind), Buffer.alloc(13));
    const track = (kind: string, at: number) =>
      box(
        "trak",
        box("tkhd", Buffer.alloc(84)),
        box(
          "mdia",
          hdlr(kind),
          box("minf", box("stbl", full("stsz", 0, 2, 9, 9), full("stsc", 1, 1, 2, 1), full("stco", 1, at))),
        ),
      );
    const build = (at: number) => [
      box("ftyp", Buffer.from("isom\0\0\x02\0isom", "latin1")),
      box(
        "moov",
        box("mvhd", Buffer.alloc(100)),
        track("vide", at),
        track("meta", at + 18),
        box("udta", box("\xa9xyz", place), box("loci", place)),
        box("meta", place),
        box("uuid", xmp),
      ),
      box("uuid", xmp),
    ];
    const before = Buffer.concat(build(0)).length + 8;
    const video = Buffer.concat([
      ...build(before),
      box("mdat", Buffer.from("picturePICTURE 123"), place, Buffer.from("sound")),
    ]);
    expect(place).toHaveLength(18);
    const clean = Buffer.from(await (await cleanVideo(new Blob([video], { type: "video/mp4" }))).arrayBuffer());
    expect(clean).toHaveLength(video.length);
    expect(clean.includes(place)).toBe(false);
    expect(clean.includes("picturePICTURE 123")).toBe(true);
    expect(clean.includes("sound")).toBe(true);
    expect(clean.includes("vide")).toBe(true);
    // Cleaning again changes nothing.
    expect(Buffer.from(await (await cleanVideo(new Blob([clean]))).arrayBuffer())).toEqual(clean);
    // Ten thousand samples that share the same kilobytes would take gigabytes to clear.
    const many = Array.from({ length: 10_000 }, () => before);
    const overlapping = box(
      "moov",
      box(
        "trak",
        box(
          "mdia",
          hdlr("meta"),
          box(
            "minf",
            box("stbl", full("stsz", 4_000, 10_000), full("stsc", 1, 1, 1, 1), full("stco", 10_000, ...many)),
          ),
        ),
      ),
    );
    await expect(cleanVideo(new Blob([Buffer.concat([overlapping, video])]))).rejects.toThrow(RangeError);
    for (let cut = 0; cut < video.length; cut += 7)
      await cleanVideo(new Blob([video.subarray(0, cut)])).catch((error: unknown) =>
        expect(error).toBeInstanceOf(RangeError),
      );
  });
});
