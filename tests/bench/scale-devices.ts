// Cost of a device per role in Chromium, for a marketplace of any size: compressed bytes, requests,
// storage, memory and waiting time. Run `npm run build` first.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright/test";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { sendLogin } from "../fixtures/browser/people.ts";
import { chromiumArgs, findChromium } from "../tools/programs.ts";

/** Units: kB, a count, MB, MB, ms, ms. */
export const deviceMeasures = ["bytes", "requests", "stored", "heap", "first list", "first sync"] as const;
export type DeviceMeasure = (typeof deviceMeasures)[number];
export type DeviceRole = "tester" | "developer" | "admin" | "anonymous";

/** The role's first screen, and the measured list. */
const lists: Record<Exclude<DeviceRole, "anonymous">, { home: string; link: string }> = {
  tester: { home: "/tester", link: "/tester/tests" },
  developer: { home: "/developer", link: "/developer/campaigns" },
  admin: { home: "/admin", link: "/admin/flags" },
};
const isCall = (url: string) => /\/(rest|auth|functions|storage)\/v1\//.test(url);
/** A device without calls for this long has finished syncing. */
const quietMs = 4_000;

export interface BenchBackend {
  backend: ListeningBackend;
  browser: Browser;
  stop(): Promise<void>;
}

export async function openDevices(databaseUrl: string): Promise<BenchBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), "betaflock-bench-"));
  const distDir = new URL("../../dist", import.meta.url).pathname;
  const backend = await startBackend({ ...{ databaseUrl, dataDir, distDir, schedule: false }, confirmEmail: false });
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
  return {
    backend,
    browser,
    async stop() {
      await browser.close();
      await backend.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Counts calls and response bytes from now on. */
async function countCalls(page: Page) {
  const network = await page.context().newCDPSession(page);
  const calls = new Set<string>();
  const seen = { bytes: 0, requests: 0, last: performance.now() };
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!isCall(request.url)) return;
    calls.add(requestId);
    seen.requests++;
    seen.last = performance.now();
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!calls.has(requestId)) return;
    seen.bytes += encodedDataLength;
    seen.last = performance.now();
  });
  await network.send("Network.enable");
  return { network, seen };
}

async function untilQuiet(page: Page, seen: { last: number }): Promise<void> {
  for (let left = quietMs; left > 0; left = quietMs - (performance.now() - seen.last)) await page.waitForTimeout(left);
}

/** @param email null for a visitor */
export async function measureDevice(
  { backend, browser }: BenchBackend,
  role: DeviceRole,
  email: string | null,
): Promise<Record<DeviceMeasure, number>> {
  // The page does not see fetches of a service worker.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const inList: Locator = page.locator("main").getByRole("article").first();
    if (role !== "anonymous") await page.goto(`${backend.url}/login`);
    const { network, seen } = await countCalls(page);
    const startedAt = performance.now();
    let synced = startedAt;
    if (role === "anonymous") {
      await page.goto(`${backend.url}/apps`);
      await inList.waitFor({ timeout: 60_000 });
    } else {
      const { home, link } = lists[role];
      await sendLogin(page, email ?? "");
      await page.waitForURL(`${backend.url}${home}`);
      await page.locator(`nav a[href="${link}"]`).first().click();
      await inList.waitFor({ timeout: 60_000 });
    }
    const listed = performance.now();
    if (role !== "anonymous") {
      await page.getByRole("button", { name: /^Sync: Synced/ }).waitFor({ timeout: 120_000 });
      synced = performance.now();
    }
    await untilQuiet(page, seen);
    const stored = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    await network.send("HeapProfiler.collectGarbage");
    await network.send("Performance.enable");
    const { metrics } = await network.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
    return {
      ...{ bytes: seen.bytes / 1000, requests: seen.requests, stored: stored / 1e6, heap: heap / 1e6 },
      ...{ "first list": listed - startedAt, "first sync": synced - startedAt },
    };
  } finally {
    await context.close();
  }
}
