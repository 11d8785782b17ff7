// Scrolls long lists in the built app and measures frame times and main-thread tasks over 50 ms.
// Run `npm run build` first.
import { chromium, type Page } from "playwright/test";
import { inDays, signUpByApi } from "../fixtures/browser/api.ts";
import { logIn } from "../fixtures/browser/people.ts";
import { startProductProcess } from "../fixtures/browser/product.ts";
import { chromiumArgs, findChromium } from "../tools/programs.ts";
import type { Row, Size } from "./report.ts";

/**
 * Records the page's long tasks from now on.
 * @returns a function that reads and clears them
 */
export async function longTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration))).observe({
      entryTypes: ["longtask"],
    });
    Object.assign(window, { tasks });
  });
  return () => page.evaluate(() => (window as never as { tasks: number[] }).tasks.splice(0));
}

/**
 * Scrolls for two seconds, one notch per frame.
 * @returns the times between frames and the longest task
 */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    const tasks: number[] = [];
    const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)));
    watch.observe({ entryTypes: ["longtask"] });
    const frames: number[] = [];
    let last = await new Promise<number>((frame) => requestAnimationFrame(frame));
    for (const end = last + 2000; last < end; ) {
      window.scrollBy(0, 120);
      const now = await new Promise<number>((frame) => requestAnimationFrame(frame));
      frames.push(now - last);
      last = now;
    }
    watch.disconnect();
    return { frames, longest: Math.max(0, ...tasks) };
  });

export async function screenRows(runs: number, done: (row: Row) => void, size: Size): Promise<void> {
  const product = await startProductProcess();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
  const measure = async (page: Page, what: string) => {
    const frames: number[] = [];
    const longest: number[] = [];
    for (let run = 0; run < runs; run++) {
      await page.evaluate(() => window.scrollTo(0, 0));
      const seen = await scroll(page);
      frames.push(...seen.frames);
      longest.push(seen.longest);
    }
    done({
      what,
      aims: [
        { of: "frame", by: "p95", most: 17 },
        { of: "longest task of a run", by: "longest", most: 50 },
      ],
      values: { frame: frames, "longest task of a run": longest },
      compare: false,
    });
  };
  try {
    const developer = await signUpByApi(product, "Long Lists", "developer");
    const tester = await signUpByApi(product, "Long Reader", "tester");
    await product.sql.begin(async (tx) => {
      await tx`select set_config('betaflock.seeding', 'on', true)`;
      await tx`insert into apps (id, developer_id, title, description, platform, type, status, published_at)
        select gen_random_uuid(), ${developer.id}, 'App number ' || n, 'As long as a description has to be.', 'android', 'APK', 'published', now()
        from generate_series(1, ${size(1000)}::int) n`;
      await tx`insert into campaigns (id, developer_id, title, description, category, start_date, end_date, max_testers, reward_amount_cents, status, published_at)
        select gen_random_uuid(), ${developer.id}, 'Campaign number ' || n, 'As long as a description has to be.', 'travel',
          ${inDays(-1)}::date, ${inDays(30)}::date, 20, 500, 'active', now() from generate_series(1, ${size(5000)}::int) n`;
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${product.url}/apps`);
    await page
      .getByText(/App number/)
      .first()
      .waitFor({ timeout: 120_000 });
    await measure(page, "scrolling the app store, 1,000 apps");
    await logIn(page, product, tester.email, "/tester");
    await page.goto(`${product.url}/tester/tests`);
    await page
      .getByText(/Campaign number/)
      .first()
      .waitFor({ timeout: 120_000 });
    await page.getByRole("button", { name: /^Sync: Synced/ }).waitFor({ timeout: 120_000 });
    await measure(page, "scrolling Available Tests, 5,000 campaigns");
  } finally {
    await browser.close();
    await product.stop();
  }
}
