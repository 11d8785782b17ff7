// Draws the sample apps' pictures deterministically, so that the repository needs no files. Encodes
// PNG itself, because the backend has no image library.
import { deflateSync } from "node:zlib";
import { crc32 } from "../../functions/_shared/crc32.ts";

type Colour = readonly [red: number, green: number, blue: number];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

class Picture {
  readonly width: number;
  readonly height: number;
  private readonly rows: Buffer;
  constructor(width: number, height: number, ground: Colour) {
    this.width = width;
    this.height = height;
    this.rows = Buffer.alloc((width * 3 + 1) * height);
    this.box(0, 0, width, height, 0, ground);
  }
  box(left: number, top: number, width: number, height: number, radius: number, colour: Colour): void {
    const [x0, y0] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
    const [x1, y1] = [Math.min(this.width, Math.round(left + width)), Math.min(this.height, Math.round(top + height))];
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const solid = Buffer.from(colour);
    for (let y = y0; y < y1; y++) {
      const dy = Math.max(Math.abs(y + 0.5 - top - halfHeight) - halfHeight + radius, 0);
      // Between the corners a row has a single colour.
      if (dy === 0) {
        if (x1 > x0) this.rows.fill(solid, this.at(x0, y), this.at(x1 - 1, y) + 3);
        continue;
      }
      for (let x = x0; x < x1; x++) {
        const dx = Math.max(Math.abs(x + 0.5 - left - halfWidth) - halfWidth + radius, 0);
        const cover = Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5));
        if (cover > 0) this.mix(x, y, colour, cover);
      }
    }
  }
  circle(x: number, y: number, radius: number, colour: Colour): void {
    this.box(x - radius, y - radius, radius * 2, radius * 2, radius, colour);
  }
  /** Each row begins with a filter byte: 0, unfiltered. */
  private at(x: number, y: number): number {
    return y * (this.width * 3 + 1) + 1 + x * 3;
  }
  private mix(x: number, y: number, colour: Colour, cover: number): void {
    const at = this.at(x, y);
    for (let part = 0; part < 3; part++) {
      const old = this.rows[at + part] as number;
      this.rows[at + part] = Math.round(old + ((colour[part] as number) - old) * cover);
    }
  }
  png(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(this.rows, { level: 6 })),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
}

function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

const white: Colour = [255, 255, 255];
/** The golden angle gives neighbouring numbers distant hues. */
const hueOf = (n: number): number => (n * 137.5) % 360;

export function drawIcon(n: number): Buffer {
  const hue = hueOf(n);
  const size = 192;
  const picture = new Picture(size, size, colourOf(hue, 0.62, 0.44));
  const soft = colourOf(hue, 0.7, 0.72);
  const deep = colourOf((hue + 24) % 360, 0.66, 0.3);
  picture.circle(150, 40, 70, colourOf((hue + 18) % 360, 0.62, 0.5));
  const motifs = [
    () => {
      for (const i of [0, 1, 2]) picture.box(44 + i * 38, 118 - i * 30, 26, 30 + i * 30, 8, i === 1 ? soft : white);
    },
    () => {
      picture.circle(96, 96, 62, white);
      picture.circle(96, 96, 44, deep);
      picture.circle(96, 96, 24, soft);
    },
    () => {
      for (const i of [0, 1, 2]) picture.box(46, 56 + i * 30, 100 - i * 24, 18, 9, i === 1 ? soft : white);
    },
    () => {
      picture.box(46, 50, 100, 92, 20, white);
      picture.box(64, 72, 64, 12, 6, deep);
      picture.box(64, 96, 40, 12, 6, soft);
    },
    () => {
      picture.circle(76, 100, 40, white);
      picture.circle(118, 92, 34, soft);
      picture.circle(98, 96, 14, deep);
    },
    () => {
      for (const i of [0, 1, 2, 3])
        picture.box(48 + (i % 2) * 52, 48 + (i >> 1) * 52, 44, 44, 12, i === 3 ? soft : white);
    },
  ];
  motifs[n % motifs.length]?.();
  return picture.png();
}

/** A schematic screen: header, rows, a chart or a grid. `wide` is for desktops. */
export function drawScreen(n: number, which: number, wide: boolean): Buffer {
  const hue = hueOf(n);
  const [width, height] = wide ? [800, 500] : [300, 620];
  const dark = which % 2 === 1;
  const paper = dark ? colourOf(hue, 0.18, 0.14) : colourOf(hue, 0.35, 0.97);
  const card = dark ? colourOf(hue, 0.16, 0.21) : white;
  const line = dark ? colourOf(hue, 0.12, 0.42) : colourOf(hue, 0.14, 0.78);
  const accent = colourOf(hue, 0.62, dark ? 0.58 : 0.46);
  const picture = new Picture(width, height, paper);
  const left = wide ? 190 : 0;
  if (wide) {
    picture.box(0, 0, left, height, 0, card);
    for (let i = 0; i < 6; i++)
      picture.box(24, 40 + i * 42, i === which ? 130 : 100, 14, 7, i === which ? accent : line);
  }
  picture.box(left, 0, width - left, wide ? 56 : 84, 0, accent);
  picture.box(left + 24, wide ? 22 : 46, 120, 16, 8, white);
  const top = wide ? 80 : 108;
  const inner = width - left - 40;
  if ((n + which) % 3 === 0) {
    picture.box(left + 20, top, inner, 180, 16, card);
    const bars = wide ? 14 : 7;
    for (let i = 0; i < bars; i++) {
      const tall = 30 + ((n * 31 + which * 17 + i * 47) % 110);
      picture.box(
        left + 40 + (i * (inner - 40)) / bars,
        top + 160 - tall,
        (inner - 40) / bars - 10,
        tall,
        6,
        i % 3 === 2 ? accent : line,
      );
    }
  } else if ((n + which) % 3 === 1) {
    const columns = wide ? 4 : 2;
    for (let i = 0; i < columns * 2; i++) {
      const cell = inner / columns;
      picture.box(left + 20 + (i % columns) * cell, top + Math.floor(i / columns) * 96, cell - 12, 84, 14, card);
      picture.circle(
        left + 48 + (i % columns) * cell,
        top + 32 + Math.floor(i / columns) * 96,
        14,
        i % 2 ? line : accent,
      );
    }
  } else {
    picture.circle(left + 20 + inner / 2, top + 92, 84, card);
    picture.circle(left + 20 + inner / 2, top + 92, 62, accent);
    picture.circle(left + 20 + inner / 2, top + 92, 44, card);
  }
  for (let y = top + 206, i = 0; y + 52 < height - 16; y += 64, i++) {
    picture.box(left + 20, y, inner, 52, 12, card);
    picture.circle(left + 46, y + 26, 12, i % 2 ? line : accent);
    picture.box(left + 70, y + 14, 60 + ((n * 13 + i * 29) % 80), 10, 5, line);
    picture.box(left + 70, y + 30, 40 + ((n * 7 + i * 19) % 60), 8, 4, line);
  }
  return picture.png();
}
