// The browser translates the page: React loses its text nodes, and the app still works
// (src/lib/page-translation.ts).
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, insertCampaign } from "../../fixtures/browser/api.ts";
import { enter, openDevice } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { translatePage } from "../../fixtures/browser/translate.ts";

const { product, dana, tess } = setUpDeveloperAndTester();
const [night, snow] = [randomUUID(), randomUUID()];
const reports = [randomUUID(), randomUUID()];

test.beforeAll(async () => {
  await insertCampaign(dana, { id: night, title: "Night map", auto_select: true, reward_amount_cents: 500 });
  await insertCampaign(dana, { id: snow, title: "Snow map", reward_amount_cents: 900, end_date: inDays(40) });
  const application = applicationId(night, tess.id);
  await tess.insert("applications", { id: application, campaign_id: night, tester_id: tess.id });
  for (const [n, id] of reports.entries())
    await tess.insert("feedback", {
      ...{ id, campaign_id: night, application_id: application, tester_id: tess.id, type: "bug", rating: 3 },
      ...{ summary: `Planner loses day ${n + 1}`, details: "It is empty.", status: "submitted" },
    });
});

const works = async (page: Page) => {
  await expect(page.getByText("Something broke")).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
};
const titles = (page: Page) => page.getByRole("main").getByRole("heading", { name: /(Night|Snow) map/ });

for (const how of ["replace", "move"] as const) {
  test(`a tester's lists, filters and form work on a translated page (${how})`, long, async ({ browser }) => {
    const { page } = await enter(await openDevice(browser), product, { email: tess.email, home: "/tester" });
    await visit(page, "/tester/tests");
    await expect(titles(page)).toHaveText(["Night map", "Snow map"]);
    await translatePage(page, how);
    await page.getByLabel("Sort by").selectOption("reward");
    await expect(titles(page)).toHaveText(["Snow map", "Night map"]);
    await page.getByLabel("Sort by").selectOption("deadline");
    await expect(titles(page)).toHaveText(["Night map", "Snow map"]);
    await page.getByRole("searchbox", { name: "Search tests" }).fill("snow");
    await expect(titles(page)).toHaveText(["Snow map"]);
    await page.getByRole("searchbox", { name: "Search tests" }).fill("nothing like it");
    await expect(titles(page)).toHaveCount(0);
    await page.getByRole("searchbox", { name: "Search tests" }).fill("");
    await expect(titles(page)).toHaveText(["Night map", "Snow map"]);
    await page.getByRole("button", { name: "More Filters" }).click();
    await page.getByRole("button", { name: "More Filters" }).click();
    await titles(page).filter({ hasText: "Snow map" }).getByRole("link").or(titles(page).last()).first().click();
    await page.getByRole("button", { name: "Apply Now" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await works(page);
    await page.context().close();
  });

  test(`a developer's review and campaign form work on a translated page (${how})`, long, async ({ browser }) => {
    const { page } = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
    await visit(page, `/developer/campaigns/${night}?tab=feedback`);
    await expect(page.getByRole("button", { name: /Planner loses day 1/ })).toBeVisible();
    await translatePage(page, how);
    const article = page.getByRole("article");
    for (const n of [1, 2, 1]) {
      await page.getByRole("button", { name: new RegExp(`Planner loses day ${n}`) }).click();
      await expect(article.getByRole("heading", { level: 2 })).toHaveText(`Planner loses day ${n}`);
    }
    // A text that React changes in place, and nodes that are added and removed.
    await page.getByRole("button", { name: "Set priority" }).or(page.getByRole("main")).first().press("p");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Urgent" }).click();
    await expect(article.getByText("Urgent")).toBeVisible();
    await page.getByLabel("Write a comment").fill("Which version?");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("list", { name: "Comments" })).toContainText("Which version?");
    await works(page);

    await page.getByRole("link", { name: "My Campaigns" }).first().click();
    await page.getByRole("link", { name: "Create Campaign" }).first().click();
    await page.getByLabel("Title").fill("Sea map");
    for (const tab of ["Details", "Rewards", "Requirements", "Basic"]) {
      await page.getByRole("tab", { name: new RegExp(tab) }).click();
      await works(page);
    }
    await page.getByRole("tab", { name: /Rewards/ }).click();
    for (const [typed, shown] of [
      ["12", "$12"],
      ["30", "$30"],
    ] as const) {
      await page.getByLabel("Reward amount").fill(typed);
      await expect(page.getByRole("main")).toContainText(shown);
    }
    await works(page);
    await page.context().close();
  });
}
