// Going back to a long list restores the scroll position, although rows arrive after the screen is
// drawn, from the server or the device database.
import type { Locator, Page } from "playwright/test";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { openPage } from "../../fixtures/browser/people.ts";
import { enterAs, settled } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ sample: true });

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function expectPlaceKept(page: Page, row: Locator): Promise<void> {
  const list = page.url();
  await row.scrollIntoViewIfNeeded();
  await expect(row).toBeInViewport();
  const before = await place(page);
  expect(before).toBeGreaterThan(900);
  const isThere = async () => {
    await expect(row).toBeInViewport();
    await expect.poll(async () => Math.abs((await place(page)) - before)).toBeLessThan(100);
  };
  await row.click();
  await expect(page).not.toHaveURL(list);
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(list);
  await isThere();
  await page.reload();
  await settled(page);
  await isThere();
}

const lists = [
  { visitor: "anonymous", path: "/apps", links: /^Details of /, row: 15 },
  { visitor: "tester", path: "/tester/feedback", links: /./, row: 8 },
  { visitor: "admin", path: "/admin/users", links: /./, row: 30 },
] as const;

for (const { visitor, path, links, row } of lists)
  test(`S27 going back to a long list restores the scroll position (${path})`, long, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
    const page = await openPage(context);
    await enterAs(page, product.url, visitor);
    await page.goto(product.url + path);
    await settled(page);
    await expectPlaceKept(page, page.getByRole("main").getByRole("link", { name: links }).nth(row));
    await context.close();
  });

test("S27 a user who scrolls is not moved back to the restored position", long, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  const page = await openPage(context);
  await page.goto(`${product.url}/apps`);
  const row = page.getByRole("link", { name: /^Details of / }).nth(15);
  await row.scrollIntoViewIfNeeded();
  const before = await place(page);
  await row.click();
  await settled(page);
  // The response is cached for half a minute.
  await page.reload();
  const answer = await holdRequests(context, "**/rpc/catalog_search");
  await page.goBack();
  await expect(page.getByRole("searchbox")).toBeAttached();
  await page.mouse.move(195, 350);
  await page.mouse.wheel(0, -50);
  answer();
  await expect(page.getByRole("link", { name: /^Details of / }).first()).toBeVisible();
  await settled(page);
  expect(await place(page)).toBeLessThan(before - 1000);
  await context.close();
});
