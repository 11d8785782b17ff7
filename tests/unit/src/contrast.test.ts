import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentFor, contrast } from "../../../src/lib/accent.ts";

const css = readFileSync(new URL("../../../src/theme.css", import.meta.url), "utf8");
const tokens = { light: new Map<string, string>(), dark: new Map<string, string>() };
for (const [, name, light, dark] of css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)) {
  if (!name || !light || !dark) continue;
  tokens.light.set(name, light);
  tokens.dark.set(name, dark);
}

const tones = ["accent", "positive", "caution", "danger", "info"];
const surfaces = ["surface", "raised", "sunken"];
const text: [string, string][] = [
  ...["text", "muted", ...tones].flatMap((ink) => surfaces.map((paper): [string, string] => [ink, paper])),
  ...tones.map((tone): [string, string] => [tone, `${tone}-soft`]),
  ...tones.map((tone): [string, string] => ["text", `${tone}-soft`]),
  ["on-accent", "accent"],
  ["on-danger", "danger"],
];
/** Shapes without text: borders of controls, stars, the switch's knob. */
const shapes: [string, string][] = [
  ["line-strong", "surface"],
  ["line-strong", "raised"],
  ["star", "raised"],
  ["star", "surface"],
  ["accent", "surface"],
];

for (const theme of ["light", "dark"] as const) {
  const of = (name: string) => {
    const value = tokens[theme].get(name);
    if (!value) throw new Error(`theme.css has no ${name}`);
    return value;
  };
  test.each(text)(`${theme}: text in %s on %s has a contrast of 4.5`, (ink, paper) => {
    expect(contrast(of(ink), of(paper))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(shapes)(`${theme}: %s on %s has a contrast of 3`, (shape, paper) => {
    expect(contrast(of(shape), of(paper))).toBeGreaterThanOrEqual(3);
  });

  test(`${theme}: the accent of theme.css equals the corrected default colour`, () => {
    expect(accentFor("#3b82f6", theme)).toEqual({
      accent: of("accent"),
      soft: of("accent-soft"),
      on: of("on-accent"),
    });
  });

  test(`${theme}: any colour that an admin picks is corrected to a readable one`, () => {
    const parts = ["00", "40", "80", "c0", "ff"];
    const picked = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)));
    for (const colour of picked) {
      const { accent, soft, on } = accentFor(colour, theme);
      for (const paper of [...surfaces.map(of), soft, on]) {
        expect(contrast(accent, paper), `${colour} as ${accent} on ${paper}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
}
