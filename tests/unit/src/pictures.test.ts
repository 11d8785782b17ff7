// A picture that cannot be had never shows the browser's broken frame: all of them are drawn by one
// component.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");

test("O1 only the component that knows what to show instead draws an <img>", () => {
  const drawing = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .filter((name) => /<img[\s>]/.test(readFileSync(resolve(src, name), "utf8").replace(/^\s*\/\/.*$/gm, "")));
  // The QR code of a second factor is part of the answer that brings it.
  expect(drawing.sort()).toEqual(["features/account/screens/security/enrol.tsx", "ui/picture.tsx"]);
});
