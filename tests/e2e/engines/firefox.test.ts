// Debian's Firefox, the built app, the real service worker.

import { type ProductProcess, startProductProcess } from "../../fixtures/browser/product.ts";
import { long, test } from "../../fixtures/browser/test.ts";
import { findFirefox } from "../../tools/programs.ts";
import type { Browser } from "./browser.ts";
import { openFirefox } from "./firefox.ts";
import { playStory } from "./story.ts";
import { playTasks } from "./task-story.ts";

const program = findFirefox() ?? "";
const noFirefox =
  "The story in Firefox is skipped: install one (Debian: apt-get install firefox-esr) or set FIREFOX_PATH.";
let product: ProductProcess | undefined;
let browser: Browser | undefined;

test.afterEach(async () => {
  await browser?.close();
  await product?.stop();
});

async function inFirefox(play: (browser: Browser, product: ProductProcess) => Promise<void>): Promise<void> {
  if (program === "") {
    process.stdout.write(`${noFirefox}\n`);
    // biome-ignore lint/suspicious/noSkippedTests: not everybody can install it
    test.skip(true, noFirefox);
  }
  test.setTimeout(240_000);
  product = await startProductProcess();
  browser = await openFirefox(program);
  await play(browser, product);
}

test("O1 O4 the main story in Firefox", long, () => inFirefox(playStory));

test("B16 O1 tasks answered without a connection in Firefox", long, () => inFirefox(playTasks));
