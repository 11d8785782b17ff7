// WebKitGTK (Safari's engine), the built app, the real service worker. Under automation it stores
// data only until its window closes, so this also tests private browsing.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProductProcess, startProductProcess } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { findWebKit } from "../../tools/programs.ts";
import type { Browser } from "./browser.ts";
import { openLastingWebKit } from "./lasting-webkit.ts";
import { register, Screen } from "./screen.ts";
import { files, openCampaign, photosShown, playStory } from "./story.ts";
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

test("O1 O4 the main story in WebKit, which stores no Blobs in this mode", long, async () => {
  const on = await opened();
  await playStory(on.browser, on.product);
});

test("O1 pages that are left at once do not block later pages from opening", long, async () => {
  const on = await opened();
  const screen = new Screen(on.browser);
  await register(screen, on.product.url, { name: "Tess Tester", email: "tess@example.test", role: "tester" });
  await screen.synced();
  const leave = (path: string) => screen.browser.run(`setTimeout(() => { location.href = arguments[0]; });`, path);
  for (let round = 0; round < 8; round++) {
    for (const [n, path] of ["/tester/tests", "/tester/feedback", "/tester/rewards", "/tester"].entries()) {
      // A page that is being left answers no script.
      await leave(path).catch(() => undefined);
      await new Promise((later) => setTimeout(later, 30 + 70 * n));
    }
    await screen.synced();
    const waits = () => screen.count("text", /Loading…|taking a long time/);
    await screen.until("the page to be there", async () => (await waits()) === 0);
  }
});

test("S11 O1 a photo attached in WebKit has the same bytes after the browser restarts", long, async () => {
  test.setTimeout(300_000);
  if (!programs) throw new Error("No WebKitGTK: install it (Debian: apt-get install webkit2gtk-driver xvfb).");
  product = await startProductProcess();
  const { url, sql } = product;
  const home = mkdtempSync(join(tmpdir(), "betaflock-webkit-"));
  try {
    const { campaign } = await openCampaign(product);
    const photo = new URL("../../../public/icons/maskable-512.png", import.meta.url).pathname;
    browser = await openLastingWebKit(programs, home, url);
    let screen = new Screen(browser);
    await register(screen, url, { name: "Tess Tester", email: "tess@example.test", role: "tester" });
    await screen.goto(`${url}/tester/tests/${campaign}`);
    await screen.press("button", "Apply Now");
    await screen.press("button", "Send application");
    await screen.sees("control", "Write a report");
    await screen.synced();
    // Reloads the page: WebKit destroyed the first file that a page stored.
    await screen.goto(`${url}/tester/tests/${campaign}?again`);
    await screen.press("control", "Write a report");
    await screen.at(/\/report\//);
    await screen.until("the photo to be taken", () => screen.browser.attach(files, [], [photo]));
    await screen.until("the photo to be shown", async () => (await screen.browser.run<number>(photosShown)) === 1);
    await screen.press("label", "4 stars");
    await screen.fill("What went wrong?", "The map dazzles");
    await screen.fill("What happened, and what did you expect?", "A white flash.");
    await screen.sees("text", /Saved on this device/);
    await screen.synced();
    const report = await screen.browser.run<string>("return location.href");
    await browser.close();

    browser = await openLastingWebKit(programs, home, report);
    screen = new Screen(browser);
    await screen.until("the photo to be shown", async () => (await browser?.run<number>(photosShown)) === 1);
    await screen.press("button", "Review and send");
    await screen.press("button", "Send report");
    await screen.until("the photo to arrive", async () => {
      const [sent] = await sql`select jsonb_array_length(uploaded) as photos from feedback where status = 'submitted'`;
      return sent?.photos === 1;
    });
    // The server only accepts bytes with this checksum.
    expect(
      await sql`select (o.metadata ->> 'size')::int = (f.attachments -> 0 ->> 'size')::int as whole
        from feedback f join storage.objects o on o.name = f.tester_id || '/' || (f.attachments -> 0 ->> 'sha256')`,
    ).toEqual([{ whole: true }]);
  } finally {
    await browser?.close();
    browser = undefined;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
