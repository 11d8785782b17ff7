import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { partOfRoute } from "../../../src/build/parts.ts";
import { root, sources } from "../../fixtures/imports.ts";

const screens = sources("src/routes")
  .map((file) => [file, readFileSync(resolve(root, file), "utf8")] as const)
  .filter(([, code]) => /^\s*component:/m.test(code));

test("each screen comes with the texts of its part", () => {
  // App Store: its frame fetches them.
  const framed = "src/routes/_store/apps/index.tsx";
  const wrong = screens
    .filter(([file]) => file !== framed)
    .map(([file, code]) => ({
      file,
      part: partOfRoute(file.slice("src/routes/".length)),
      fetched: /\.\.\.withTexts\("(\w+)"\)/.exec(code)?.[1],
    }))
    // The root's frame and the landing page are the start's.
    .filter(({ part, fetched }) => part !== fetched);
  expect(wrong).toEqual([]);
  expect(screens.length).toBeGreaterThan(30);
});

test("a first page, and a frame, is a part of its own", () => {
  const parts = {
    "_signed-in.tsx": "frame",
    "_signed-in/tester/index.tsx": "testerHome",
    "_signed-in/tester/tests/index.tsx": "tester",
    "_signed-in/(account)/account.index.tsx": "account",
    "_store.tsx": "storeHome",
    "_store/apps/index.tsx": "storeHome",
    "_store/apps/$appId.tsx": "store",
    "(auth)/login.tsx": "auth",
    "index.tsx": undefined,
  };
  for (const [file, part] of Object.entries(parts)) expect(partOfRoute(file)).toBe(part);
});
