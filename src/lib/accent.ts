// Adjusts the admins' accent color until its contrast suffices in both themes, as text on every
// surface and behind button text. `theme.css` contains the result for the default color.

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};
const toHex = (rgb: Rgb) => `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("")}`;
const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Changes the HSL lightness. Mixing with black would desaturate the color. */
function withLightness(rgb: Rgb, change: number): Rgb {
  const [r, g, b] = rgb.map((c) => c / 255) as [number, number, number];
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const range = max - min;
  const old = (max + min) / 2;
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * old - 1));
  const sector =
    range === 0 ? 0 : max === r ? ((g - b) / range) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  const lightness = Math.min(1, Math.max(0, old + change));
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + sector * 2 + 12) % 12;
    return 255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Surfaces below the accent (`theme.css`), and the direction of adjustment. */
const themes = {
  light: { surface: "#f6f7f9", raised: "#ffffff", sunken: "#eceff3", on: "#ffffff", step: -0.01, soft: 0.9 },
  dark: { surface: "#0e1116", raised: "#161a21", sunken: "#1f242d", on: "#0a1220", step: 0.01, soft: 0.82 },
} as const;

export interface Accent {
  accent: string;
  soft: string;
  on: string;
}

const ENOUGH = 4.6;

export function accentFor(picked: string, theme: keyof typeof themes): Accent {
  const { surface, raised, sunken, on, step, soft } = themes[theme];
  for (let steps = 0; steps <= 100; steps++) {
    const accent = toHex(withLightness(parse(picked), steps * step));
    const softened = toHex(mix(parse(accent), parse(raised), soft));
    if ([surface, raised, sunken, softened, on].every((other) => contrast(accent, other) >= ENOUGH)) {
      return { accent, soft: softened, on };
    }
  }
  throw new Error(`No lightness of ${picked} can be read`);
}
