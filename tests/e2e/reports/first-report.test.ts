import type { BrowserContext, Page } from "playwright/test";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();
const tess = setUpPerson(product, "Tess Tester", "tester");
let context: BrowserContext;
let page: Page;
const karma = async () => (await product.sql`select karma, report_guide from profiles where id = ${tess.id}`)[0];
const offer = () => page.getByRole("region", { name: "Your first good report" });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  ({ context, page } = await enter(await openDevice(browser), product, { email: tess.email, home: "/tester" }));
});
test.afterAll(() => context?.close());

test("S7 S10 O1 the exercises are dismissed, done by keyboard offline, and count once", long, async () => {
  await offer().getByRole("button", { name: "Not now" }).click();
  await expect(offer()).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await context.setOffline(true);
  await offer().getByRole("link", { name: "Start the exercises" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your first good report" })).toBeVisible();

  const check = page.getByRole("button", { name: "Check answer" });
  await expect(check).toBeDisabled();
  await page.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "The other one is better." })).toContainText("a dozen");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await findings(page)]).toEqual([colorScheme, []]);
  }
  await fitsPhone(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Right.")).toBeVisible();
  await page.keyboard.press("Enter");
  for (const [place, better] of [
    [2, 0],
    [3, 0],
    [4, 1],
  ] as const) {
    await expect(page.getByText(`Exercise ${place} of 4`)).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
    await page.getByRole("radio").nth(better).check();
    await check.click();
    await expect(page.getByText("Right.")).toBeVisible();
    await page.getByRole("button", { name: place < 4 ? "Next exercise" : "Finish" }).click();
  }
  await expect(page.getByRole("region", { name: "You’re ready" })).toBeFocused();
  await expect(page.getByText("You get 5 karma as soon as you are online.")).toBeVisible();
  await context.setOffline(false);
  await synced(page);
  await expect(page.getByText("You earned 5 karma.")).toBeVisible();
  expect(await karma()).toEqual({ karma: 5, report_guide: "finished" });
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(offer()).toBeHidden();
});

test("S13 the profile shows the level, the benefits of each, and the missing karma", long, async () => {
  await page.goto(`${product.url}/tester/profile`);
  await expect(page.getByRole("heading", { name: "Your level: Newcomer" })).toBeVisible();
  await expect(page.getByText("10 karma to Tester")).toBeVisible();
  const card = page.getByRole("article", { name: "Tess Tester" });
  await expect(card).toContainText("Karma 5");
  await expect(card.getByText("Newcomer")).toBeHidden();
  await product.sql`update profiles set karma = 200 where id = ${tess.id}`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your level: Trusted" })).toBeVisible();
  await expect(page.getByText("400 karma to Expert")).toBeVisible();
  await expect(card.getByText("Trusted")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "every hour" })).toHaveAttribute("aria-current", "step");
  await fitsPhone(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await findings(page)]).toEqual([colorScheme, []]);
  }
});
