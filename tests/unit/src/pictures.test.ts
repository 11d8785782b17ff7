import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");

test("O1 only the picture component, which has a fallback, renders an <img>", () => {
  const drawing = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .filter((name) => /<img[\s>]/.test(readFileSync(resolve(src, name), "utf8").replace(/^\s*\/\/.*$/gm, "")));
  // The QR code of a second factor arrives inline with its response.
  expect(drawing.sort()).toEqual(["features/account/screens/security/enrol.tsx", "ui/picture.tsx"]);
});
