import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { partOfRoute } from "../../../src/build/parts.ts";
import { root, sources } from "../../fixtures/imports.ts";

const screens = sources("src/routes")
  .map((file) => [file, readFileSync(resolve(root, file), "utf8")] as const)
  .filter(([, code]) => /^\s*(component:|\.\.\.screen\()/m.test(code));

test("each screen loads the texts of its part", () => {
  // The App Store's frame fetches its texts.
  const framed = "src/routes/_store/apps/index.tsx";
  const wrong = screens
    .filter(([file]) => file !== framed)
    .map(([file, code]) => ({
      file,
      part: partOfRoute(file.slice("src/routes/".length)),
      fetched: /\.\.\.screen\(\s*"(\w+)"/.exec(code)?.[1],
    }))
    // The root frame and the landing page use the entry's texts.
    .filter(({ part, fetched }) => part !== fetched);
  expect(wrong).toEqual([]);
  expect(screens.length).toBeGreaterThan(30);
});

test("a role's first page, and each frame, has its own part", () => {
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
