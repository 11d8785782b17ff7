// Nothing that can be pressed moves while answers arrive: from the server, which is slow here, or
// from the device's own database.
import type { Locator, Page } from "playwright/test";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { takeMoves, watchMoves } from "../../fixtures/browser/moves.ts";
import { openPage } from "../../fixtures/browser/people.ts";
import { enterAs, screensOf, settled, type Visitor, visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ sample: true });

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const fromServer = /\/(rest|functions)\/v1\//;

interface Row {
  /** A line of tests/fixtures/browser/screens.ts. */
  screen: string;
  /** What the server's answer brings. */
  brings?: (page: Page) => Locator;
  size?: typeof phone;
}

const inMain = (page: Page) => page.getByRole("main");

const rows: Readonly<Record<Exclude<Visitor, "anonymous">, readonly Row[]>> = {
  tester: [
    { screen: "workspace", brings: (page) => inMain(page).getByRole("link", { name: "Open in the App Store" }) },
    {
      screen: "test",
      brings: (page) =>
        inMain(page)
          .getByText(/^(Not enough reports yet|\d+%)$/)
          .last(),
    },
    { screen: "report" },
    { screen: "rewards" },
    { screen: "notifications" },
    { screen: "account", brings: (page) => page.getByRole("list", { name: "Where you are logged in" }) },
  ],
  developer: [
    { screen: "dashboard" },
    { screen: "campaign" },
    { screen: "feedback", size: desktop },
    { screen: "organization-testers", brings: (page) => inMain(page).getByRole("table") },
    { screen: "organization-tokens", brings: (page) => inMain(page).getByRole("button", { name: /^Copy/ }).first() },
  ],
  admin: [
    { screen: "users", brings: (page) => inMain(page).getByText(/^\d+ users$/) },
    { screen: "flags", brings: (page) => inMain(page).getByRole("list", { name: "Flags" }) },
    { screen: "payouts", brings: (page) => inMain(page).getByRole("table") },
  ],
};

for (const [visitor, of] of Object.entries(rows) as [keyof typeof rows, readonly Row[]][])
  test(`R9 S7 S10 S14 S23 S29 nothing to press moves while answers arrive (${visitor})`, async ({ browser }) => {
    const screens = await screensOf(product.sql);
    const pathOf = (name: string) => screens.find((one) => one.name === `${visitor}-${name}`)?.path ?? "/nowhere";
    const context = await browser.newContext({ reducedMotion: "reduce", viewport: phone });
    const page = await openPage(context);
    // What an admin's first page asks: the answer is kept, and there at once the next time.
    const figures = await holdRequests(page, "**/rpc/admin_numbers");
    await enterAs(page, product.url, visitor);
    await watchMoves(page);
    if (visitor === "admin") {
      const total = inMain(page).getByText("Total Users");
      await expect(total).toBeHidden();
      figures();
      await expect(total).toBeVisible();
      await settled(page);
      expect(await takeMoves(page), "dashboard").toEqual([]);
    }
    for (const { screen, brings, size = phone } of of) {
      await test.step(screen, async () => {
        // Not a screen of the list, whose data would be there at once.
        await visit(page, "/account/security");
        await page.setViewportSize(size);
        const answer = await holdRequests(page, fromServer);
        const going = visit(page, pathOf(screen));
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expect(page).not.toHaveURL(/security/);
        await takeMoves(page);
        if (brings) await expect(brings(page)).toBeHidden();
        answer();
        await going;
        if (brings) await expect(brings(page)).toBeVisible();
        await settled(page);
        expect(await takeMoves(page), screen).toEqual([]);
        await page.unroute(fromServer);
      });
    }
    // Opened anew, beside its sidebar.
    await page.setViewportSize(desktop);
    await page.goto(`${product.url}/${visitor}`);
    await settled(page);
    await expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible();
    expect(await takeMoves(page), "opened anew").toEqual([]);
    await context.close();
  });
