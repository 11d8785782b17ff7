import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Cover, CoverIcon } from "../../../src/ui/cover.tsx";
import { coverArt } from "../../../src/ui/cover-art.ts";

const idOf = (n: number) => `0c000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const many = Array.from({ length: 300 }, (_, n) => idOf(n));

test("S8 S27 a cover depends on the id alone and is the same on every device", () => {
  const art = coverArt(idOf(1));
  expect(coverArt(idOf(1))).toEqual(art);
  // A snapshot, because a change of the algorithm changes the cover of every app.
  expect(many.slice(0, 4).map((id) => [coverArt(id).motif, ...coverArt(id).hues])).toMatchInlineSnapshot(`
    [
      [
        "petals",
        48,
        70,
      ],
      [
        "hills",
        30,
        12,
      ],
      [
        "tiles",
        342,
        318,
      ],
      [
        "petals",
        188,
        210,
      ],
    ]
  `);
});

test("S8 S27 similar ids look different, all motifs and hues occur, and no gradient passes through olive", () => {
  const all = many.map(coverArt);
  expect(new Set(all.map(({ cover }) => JSON.stringify(cover))).size).toBeGreaterThan(290);
  expect(new Set(all.map(({ motif }) => motif)).size).toBe(6);
  expect(new Set(all.flatMap(({ hues }) => hues)).size).toBe(14);
  for (const { hues } of all) {
    const [from, to] = [...hues].sort((a, b) => a - b) as [number, number];
    expect(to - from > 180 ? to : from > 70 || to <= 70 ? 0 : 1).not.toBe(1);
  }
});

test("S8 S27 a cover is small, complete and decorative only", () => {
  for (const id of many.slice(0, 60)) {
    const { cover, icon } = coverArt(id);
    expect(cover.length + icon.length).toBeLessThan(16);
    for (const { d, opacity } of [...cover, ...icon]) {
      expect(d).toMatch(/^([MLHVCSQAlhvaqz\d\s.-])*$/);
      expect(d).not.toMatch(/NaN|undefined/);
      expect(opacity).toBeGreaterThan(0);
      expect(opacity).toBeLessThanOrEqual(1);
    }
  }
  const drawn = renderToStaticMarkup(createElement(Cover, { id: idOf(7) }));
  expect(drawn).toContain('aria-hidden="true"');
  expect(drawn).not.toContain("<img");
  expect(renderToStaticMarkup(createElement(CoverIcon, { id: idOf(7) }))).toContain('aria-hidden="true"');
  expect(drawn.length).toBeLessThan(4_000);
});
