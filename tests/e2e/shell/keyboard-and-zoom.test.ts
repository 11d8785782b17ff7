// Each screen by keyboard alone, on a desktop and at 200 % (1280 × 800 becomes 640 × 400): Tab
// reaches every link, button and field, the focus is visible, and nothing traps it. At 200 %
// nothing overflows, and sticky parts leave space for the page.
import type { Page } from "playwright/test";
import { walkByKeyboard } from "../../fixtures/browser/keyboard-walk.ts";
import { openPage, resize } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { enterAs, type Screen, screensOf, type Visitor, visit } from "../../fixtures/browser/screens.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let product: Product;
let screens: readonly Screen[];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct({ sample: true });
  screens = await screensOf(product.sql);
});
test.afterAll(() => product.stop());

const windows = { desktop: { width: 1280, height: 800 }, zoomed: { width: 640, height: 400 } } as const;

/**
 * Returns the part of the window's height, in per cent, that stays in place while the page
 * scrolls.
 */
const keptInPlace = (page: Page) =>
  page.evaluate(() => {
    if (document.querySelector("[role=dialog], [role=alertdialog]")) return 0;
    window.scrollTo(0, document.documentElement.scrollHeight / 3);
    const steps = Array.from({ length: 100 }, (_, n) => (innerHeight * (n + 0.5)) / 100);
    return steps.filter((y) => {
      // A toast disappears automatically.
      const at = document.elementFromPoint(innerWidth / 2, y);
      if (at?.closest(".toasts")) return false;
      for (let e = at; e; e = e.parentElement) if (/fixed|sticky/.test(getComputedStyle(e).position)) return true;
      return false;
    }).length;
  });
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const rows: Readonly<Record<Visitor, string>> = {
  anonymous: "R1 R5",
  tester: "R2 R8 R9",
  developer: "R3 R8 R9",
  admin: "R4 R8 R9",
};
for (const visitor of ["anonymous", "tester", "developer", "admin"] as const) {
  test(
    `${rows[visitor]} each screen of ${visitor} by keyboard alone, on a desktop and at 200 %`,
    long,
    async ({ browser }) => {
      test.setTimeout(600_000);
      const context = await browser.newContext({ viewport: windows.desktop });
      context.setDefaultTimeout(20_000);
      const page = await openPage(context);
      await enterAs(page, product.url, visitor);
      if (visitor === "anonymous") await page.goto(product.url);
      const own = screens.filter((s) => s.visitor === visitor);
      for (const [index, screen] of own.entries()) {
        // The surrounding frame is the same on each screen.
        const part = index === 0 ? "page" : "main";
        await visit(page, screen.path);
        await screen.prepare?.(page);
        const wrong: Record<string, unknown> = { screen: screen.name };
        // Each screen starts in the window size of the previous one.
        for (const window of index % 2 === 0 ? (["desktop", "zoomed"] as const) : (["zoomed", "desktop"] as const)) {
          if (page.viewportSize()?.width !== windows[window].width) await resize(page, windows[window]);
          if (window === "zoomed") {
            const fixed = await keptInPlace(page);
            Object.assign(wrong, { sideways: await sideways(page), fixed: fixed <= 50 ? "≤ 50 %" : fixed });
          }
          wrong[window] = await walkByKeyboard(page, part);
        }
        expect.soft(wrong).toEqual({ screen: screen.name, sideways: 0, fixed: "≤ 50 %", desktop: [], zoomed: [] });
      }
      await context.close();
    },
  );
}

test(
  "R2 R9 a column next to a page that is taller than the window scrolls to its focused element",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 400 } });
    const page = await openPage(context);
    await enterAs(page, product.url, "tester");
    await visit(page, screens.find(({ name }) => name === "tester-workspace")?.path ?? "");
    const stop = page.getByRole("button", { name: "Show description" });
    await stop.focus();
    await expect(stop).toBeInViewport({ ratio: 1 });
    // A taller one would have an unreachable part while it is sticky.
    expect((await page.locator(".beside").boundingBox())?.height).toBeLessThan(400);
    await context.close();
  },
);

test("R1 S27 the button for more keeps the focus when a list's last page arrives", long, async ({ browser }) => {
  const context = await browser.newContext();
  const page = await openPage(context);
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/rpc/catalog_search", async (route) => {
    if (route.request().postDataJSON().request.after) await released;
    await route.continue();
  });
  await page.goto(`${product.url}/apps`);
  await page.getByRole("button", { name: "Show more" }).focus();
  release();
  await expect(page.getByRole("button", { name: "That is all" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "That is all" })).toHaveCount(0);
  await context.close();
});
