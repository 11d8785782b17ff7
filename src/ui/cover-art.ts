// Generated art for items without a picture: colors and shapes depend only on the id, so it is the
// same on all devices and works offline. `ui/cover.tsx` draws it.

/** Drawn white on the colors. */
export interface ArtShape {
  d: string;
  opacity: number;
}

export interface CoverArt {
  /** Start and end of the gradient (OKLCH hue, degrees). */
  hues: readonly [number, number];
  motif: Motif;
  /** Within COVER_BOX, clipped at its edges. */
  cover: readonly ArtShape[];
  /** The same motif as an icon, within ICON_BOX. */
  icon: readonly ArtShape[];
}

export const COVER_BOX = { width: 320, height: 120 } as const;
export const ICON_BOX = 64;

/** From green through blue to amber. Gradients join neighbors, which avoids olive. */
const hues = [150, 168, 188, 210, 232, 254, 276, 296, 318, 342, 12, 30, 48, 70] as const;

type Random = () => number;

/** FNV-1a: similar ids yield unrelated numbers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32: deterministic across browsers. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const between = (random: Random, from: number, to: number) => Math.round(from + random() * (to - from));
const shape = (opacity: number, ...paths: readonly string[]): ArtShape => ({ d: paths.join(""), opacity });
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A ridge across the full width, filled below. */
const hill = (from: number, middle: number, to: number) =>
  `M-4 ${from}C60 ${from - 26} 110 ${middle + 18} 166 ${middle}S270 ${to - 30} 324 ${to}V124H-4z`;

function bird(x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${+(x + dx * size).toFixed(1)} ${+(y + dy * size).toFixed(1)}`;
  return `M${at(-0.5, 0)}Q${at(-0.2, -0.32)} ${at(0, 0)}Q${at(0.2, -0.32)} ${at(0.5, 0)}Q${at(0.22, -0.1)} ${at(0, 0.2)}Q${at(-0.22, -0.1)} ${at(-0.5, 0)}z`;
}

/** A bar that leans to the right. */
const beam = (x: number, y: number, width: number, length: number) =>
  `M${x} ${y}l${width} 0l${-length * 0.6} ${length}l${-width} 0z`;

/** A quarter disc in its cell. @param corner 0–3, clockwise from the top left */
function quarter(x: number, y: number, size: number, corner: number): string {
  const [right, down] = [x + size, y + size];
  const arc = `A${size} ${size} 0 0 1`;
  if (corner === 0) return `M${x} ${y}H${right}${arc} ${x} ${down}z`;
  if (corner === 1) return `M${right} ${y}V${down}${arc} ${x} ${y}z`;
  if (corner === 2) return `M${right} ${down}H${x}${arc} ${right} ${y}z`;
  return `M${x} ${down}V${y}${arc} ${right} ${down}z`;
}

interface Drawing {
  cover: readonly ArtShape[];
  icon: readonly ArtShape[];
}

const motifs = {
  hills(random) {
    const y = () => between(random, -7, 7);
    const sun = between(random, 150, 280);
    return {
      cover: [
        shape(0.34, circle(sun, between(random, 30, 48), between(random, 17, 25))),
        shape(0.14, hill(66 + y(), 58 + y(), 62 + y())),
        shape(0.18, hill(88 + y(), 84 + y(), 76 + y())),
        shape(0.24, hill(104 + y(), 108 + y(), 98 + y())),
      ],
      icon: [
        shape(0.95, circle(42, 22, 7)),
        shape(0.6, "M4 52C14 34 22 28 28 34S42 52 50 52z"),
        shape(0.95, "M18 52C30 36 38 32 44 38S54 50 60 52z"),
      ],
    };
  },
  orbits(random) {
    const x = between(random, 190, 290);
    const y = between(random, 16, 96);
    const step = between(random, 26, 34);
    return {
      cover: [
        ...[5.6, 4.2, 3, 1.9, 1].map((times) => shape(0.11, circle(x, y, Math.round(step * times)))),
        shape(0.5, circle(x - Math.round(step * 2.1), y + Math.round(step * 0.9), 5)),
      ],
      icon: [shape(0.3, circle(32, 32, 24)), shape(0.4, circle(32, 32, 16)), shape(1, circle(32, 32, 8))],
    };
  },
  flock(random) {
    const [x, y] = [between(random, 200, 250), between(random, 22, 34)];
    const [dx, dy] = [between(random, 30, 36), between(random, 17, 21)];
    const wing = (side: number) =>
      [1, 2, 3].map((n) =>
        bird(x + side * n * dx + between(random, -4, 4), y + n * dy + between(random, -3, 3), 30 - n * 4),
      );
    return {
      cover: [
        shape(0.12, circle(x, y + 40, 96)),
        shape(0.12, circle(x, y + 40, 60)),
        shape(0.72, bird(x, y, 34), ...wing(-1), ...wing(1)),
      ],
      icon: [shape(1, bird(32, 24, 34)), shape(0.65, bird(19, 42, 22), bird(46, 42, 22))],
    };
  },
  beams(random) {
    const bars = (count: number, opacity: number) =>
      shape(
        opacity,
        ...Array.from({ length: count }, () =>
          beam(between(random, 90, 390), between(random, -30, 70), between(random, 12, 40), between(random, 60, 150)),
        ),
      );
    return {
      cover: [bars(3, 0.1), bars(3, 0.16), bars(2, 0.22)],
      icon: [shape(0.5, beam(26, 14, 10, 36)), shape(1, beam(42, 14, 10, 36)), shape(0.7, beam(55, 28, 8, 22))],
    };
  },
  petals(random) {
    const [x, y] = [between(random, 180, 270), between(random, 40, 84)];
    const turn = random() * Math.PI;
    const away = between(random, 38, 50);
    const petal = (n: number) =>
      shape(
        0.15,
        circle(
          Math.round(x + Math.cos(turn + (n * Math.PI) / 3) * away),
          Math.round(y + Math.sin(turn + (n * Math.PI) / 3) * away),
          away,
        ),
      );
    return {
      cover: [...[0, 1, 2, 3, 4, 5].map(petal), shape(0.3, circle(x, y, 12))],
      icon: [
        ...[circle(23, 23, 12), circle(41, 23, 12), circle(23, 41, 12), circle(41, 41, 12)].map((d) => shape(0.6, d)),
        shape(0.9, circle(32, 32, 6)),
      ],
    };
  },
  tiles(random) {
    const layers: [string[], string[], string[]] = [[], [], []];
    for (let column = 2; column < 8; column += 1)
      for (let row = 0; row < 3; row += 1) {
        const layer = layers[between(random, -1, 2)];
        layer?.push(quarter(column * 40, row * 40, 40, between(random, 0, 3)));
      }
    return {
      cover: layers.map((paths, n) => shape([0.1, 0.18, 0.28][n] ?? 0, ...paths)),
      icon: [
        shape(1, quarter(13, 13, 18, 2), quarter(33, 33, 18, 0)),
        shape(0.6, quarter(33, 13, 18, between(random, 0, 1)), quarter(13, 33, 18, between(random, 2, 3))),
      ],
    };
  },
} satisfies Record<string, (random: Random) => Drawing>;
type Motif = keyof typeof motifs;
const motifNames = Object.keys(motifs) as Motif[];

/** @param id determines the art */
export function coverArt(id: string): CoverArt {
  const random = randomFrom(hashOf(id));
  const place = Math.floor(random() * (hues.length - 1));
  const [one = 0, other = 0] = hues.slice(place);
  const motif = motifNames[Math.floor(random() * motifNames.length)] ?? "hills";
  return {
    hues: random() < 0.5 ? [one, other] : [other, one],
    motif,
    ...motifs[motif](random),
  };
}
