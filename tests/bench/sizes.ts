// Gzipped JavaScript that a browser loads until the first screen is complete, and the service
// worker's cache.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "playwright/test";
import { signUpByApi } from "../fixtures/browser/api.ts";
import { logIn } from "../fixtures/browser/people.ts";
import { startProductProcess } from "../fixtures/browser/product.ts";
import { chromiumArgs, findChromium } from "../tools/programs.ts";
import type { Row } from "./report.ts";

const dist = new URL("../../dist", import.meta.url).pathname;
const kilobytes = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

/** Runs in the page: marks when the first screen is complete. Later requests do not count. */
function markFirstScreen(): void {
  new MutationObserver((_, watcher) => {
    if (document.querySelector("h1") === null || document.documentElement.dataset.drawn !== undefined) return;
    performance.mark("first screen");
    watcher.disconnect();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-drawn"] });
}

/**
 * Returns the bytes of scripts requested until the page is interactive (prerendered HTML appears
 * earlier), without caches.
 */
async function scriptsOf(page: Page, address: string): Promise<number> {
  await page.addInitScript(markFirstScreen);
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("html:not([data-drawn])").waitFor();
  const asked = await page.evaluate(() => {
    const there = performance.getEntriesByName("first screen")[0]?.startTime;
    if (there === undefined) throw new Error("The first screen was not marked");
    return performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime <= there)
      .map(({ name }) => new URL(name).pathname);
  });
  const files = new Set(asked.filter((path) => path.endsWith(".js") && !path.endsWith("/sw.js")));
  return [...files].reduce((total, file) => total + kilobytes(join(dist, file)), 0);
}

export async function sizeRows(done: (row: Row) => void): Promise<void> {
  const product = await startProductProcess();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
  try {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const landing = await scriptsOf(await context.newPage(), product.url);
    const store = await scriptsOf(await context.newPage(), `${product.url}/apps`);
    const person = await signUpByApi(product, "Sizes", "tester");
    await logIn(await context.newPage(), product, person.email, "/tester");
    const dashboard = await scriptsOf(await context.newPage(), `${product.url}/tester`);
    const precached = [".js", ".css", ".html", ".woff2", ".svg", ".webmanifest"];
    const everything = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && precached.some((end) => file.name.endsWith(end)),
    );
    const total = everything.reduce((sum, file) => sum + kilobytes(join(file.parentPath, file.name)), 0);
    done({
      what: "JavaScript before the first screen, gzip",
      aims: [
        { of: "landing page", by: "median", most: 130 },
        { of: "App Store", by: "median", most: 130 },
        { of: "tester's dashboard", by: "median", most: 250 },
        { of: "precache in total", by: "median", most: 1500 },
      ],
      unit: "kB",
      values: {
        "landing page": [landing],
        "App Store": [store],
        "tester's dashboard": [dashboard],
        "precache in total": [total],
      },
      compare: false,
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
