// WebKitGTK (what Safari is made of), the built app, the real service worker. In automation it
// stores nothing for longer than its window: it is private browsing, too.

import { type ProductProcess, startProductProcess } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { findWebKit } from "../../tools/programs.ts";
import type { Browser } from "./browser.ts";
import { register, Screen } from "./screen.ts";
import { playStory } from "./story.ts";
import { openWebKit } from "./webkit.ts";

const programs = findWebKit();
let product: ProductProcess | undefined;
let browser: Browser | undefined;

async function opened(): Promise<{ product: ProductProcess; browser: Browser }> {
  test.setTimeout(300_000);
  if (!programs) throw new Error("No WebKitGTK: install it (Debian: apt-get install webkit2gtk-driver xvfb).");
  product = await startProductProcess();
  browser = await openWebKit(programs);
  return { product, browser };
}
test.afterEach(async () => {
  await browser?.close();
  await product?.stop();
});

test("O1 O4 the main story in WebKit, where no Blob can be stored", long, async () => {
  const on = await opened();
  await playStory(on.browser, on.product);
});

test("O1 pages that are left at once keep no later page from opening", long, async () => {
  const on = await opened();
  const screen = new Screen(on.browser);
  await register(screen, on.product.url, { name: "Tess Tester", email: "tess@example.test", role: "tester" });
  await screen.synced();
  const leave = (path: string) => screen.browser.run(`setTimeout(() => { location.href = arguments[0]; });`, path);
  for (let round = 0; round < 8; round++) {
    for (const [n, path] of ["/tester/tests", "/tester/feedback", "/tester/rewards", "/tester"].entries()) {
      // A page that is just being left answers no script.
      await leave(path).catch(() => undefined);
      await new Promise((later) => setTimeout(later, 30 + 70 * n));
    }
    await screen.synced();
    expect(await screen.count("text", /Loading…|taking a long time/)).toBe(0);
  }
});
