// Debian's Firefox, the built app, the real service worker.

import { type ProductProcess, startProductProcess } from "../../fixtures/browser/product.ts";
import { long, test } from "../../fixtures/browser/test.ts";
import { findFirefox } from "../../tools/programs.ts";
import type { Browser } from "./browser.ts";
import { openFirefox } from "./firefox.ts";
import { playStory } from "./story.ts";

const program = findFirefox() ?? "";
const noFirefox =
  "The story in Firefox is skipped: install one (Debian: apt-get install firefox-esr) or set FIREFOX_PATH.";
let product: ProductProcess | undefined;
let browser: Browser | undefined;

test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test("O1 O4 the main story in Firefox", long, async () => {
  if (program === "") {
    process.stdout.write(`${noFirefox}\n`);
    // biome-ignore lint/suspicious/noSkippedTests: not everybody can install it
    test.skip(true, noFirefox);
  }
  test.setTimeout(240_000);
  product = await startProductProcess();
  browser = await openFirefox(program);
  await playStory(browser, product);
});
