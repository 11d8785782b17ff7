import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { enter, openDevice } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const { product, dana, tess } = setUpDeveloperAndTester();
const campaign = randomUUID();
const reports = [randomUUID(), randomUUID()];
let desk: Page;

test.beforeAll(async ({ browser }) => {
  await insertCampaign(dana, { id: campaign, title: "Night map", auto_select: true });
  const application = applicationId(campaign, tess.id);
  await tess.insert("applications", { id: application, campaign_id: campaign, tester_id: tess.id });
  for (const [n, id] of reports.entries())
    await tess.insert("feedback", {
      ...{ id, campaign_id: campaign, application_id: application, tester_id: tess.id, type: "bug", rating: 3 },
      ...{ summary: `Planner loses day ${n + 1}`, details: "It is empty.", status: "submitted" },
    });
  desk = (await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" })).page;
});

/** Sends Enter as an input method does, before and after the composition ends. */
async function composeEnter(field: Locator, init: object = {}) {
  await field.evaluate((element, init) => {
    for (const ends of [
      { isComposing: true, keyCode: 13 },
      { isComposing: false, keyCode: 229 },
    ])
      element.dispatchEvent(
        new KeyboardEvent("keydown", {
          key: "Enter",
          code: "Enter",
          bubbles: true,
          cancelable: true,
          ...ends,
          ...init,
        }),
      );
  }, init);
}

test("S16 an amount uses the language's number format, and the wheel scrolls the page", long, async () => {
  await visit(desk, "/developer/campaigns/create?tab=rewards");
  const amount = desk.getByLabel("Reward amount");
  const budget = desk.getByText("Budget", { exact: true }).locator("..");
  for (const [typed, shown] of [
    ["12,50", "$12.50"],
    ["1,250.00", "$1,250.00"],
    ["١٢٫٥", "$12.50"],
  ] as const) {
    await amount.fill(typed);
    await expect(budget).toContainText(shown);
    await expect(amount).toHaveValue(typed);
  }
  for (const typed of ["1.250,00", "1e3", "$15"]) {
    await amount.fill(typed);
    await expect(budget).toContainText("Enter the number of testers and the amount");
  }
  await desk.getByRole("tab", { name: /Requirements/ }).click();
  await desk.getByRole("button", { name: "Create Campaign" }).click();
  await desk.getByRole("tab", { name: /Rewards/ }).click();
  await expect(desk.getByText("Write only a number, such as 1250 or 12.50.")).toBeVisible();
  await amount.fill("20");
  await amount.hover();
  await desk.mouse.wheel(0, 300);
  await amount.press("ArrowDown");
  await expect(amount).toHaveValue("20");
});

test(
  "B10 an Enter that ends a composition adds and sends nothing, shortcuts work on a Cyrillic keyboard",
  long,
  async () => {
    await visit(desk, `/developer/campaigns/${campaign}?tab=feedback&report=${reports[0]}`);
    const heading = desk.getByRole("article").getByRole("heading", { level: 2 });
    await expect(heading).toHaveText("Planner loses day 1");
    const comment = desk.getByLabel("Write a comment");
    await comment.fill("どの版ですか");
    await composeEnter(comment, { ctrlKey: true });
    await expect(comment).toHaveValue("どの版ですか");
    await comment.press("Control+Enter");
    await expect(desk.getByRole("list", { name: "Comments" })).toContainText("どの版ですか");

    const press = (key: string, code: string) =>
      desk.evaluate(
        ([key = "", code = ""]) =>
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true })),
        [key, code],
      );
    await desk.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur());
    await press("е", "KeyT");
    const tags = desk.getByRole("dialog", { name: "Tags of the report" });
    const field = tags.getByRole("textbox", { name: "Tags" }).or(tags.getByRole("combobox", { name: "Tags" }));
    await field.fill("地図");
    await composeEnter(field);
    await composeEnter(field, { key: "Escape", code: "Escape" });
    await expect(field).toHaveValue("地図");
    await expect(tags.getByRole("button", { name: "Remove 地図" })).toHaveCount(0);
    await field.press("Enter");
    await expect(tags.getByRole("button", { name: "Remove 地図" })).toBeVisible();
    await desk.keyboard.press("Escape");
  },
);

test("P2 a right-to-left text keeps its direction, and does not affect neighbouring texts", long, async () => {
  await product.sql`update public.feedback set summary = ${"שלום (1)"} where id = ${reports[1] ?? ""}`;
  await visit(desk, `/developer/campaigns/${campaign}?tab=feedback&report=${reports[1]}`);
  const heading = desk.getByRole("article").getByRole("heading", { name: "שלום (1)", level: 2 });
  await expect(heading).toHaveCSS("unicode-bidi", "plaintext");
  // The number comes last in reading order, so it is on the left.
  const numberIsLeft = await heading.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const at = node.textContent?.indexOf("1") ?? -1;
      if (at < 0) continue;
      const left = (from: number) => {
        const range = document.createRange();
        range.setStart(node as Node, from);
        range.setEnd(node as Node, from + 1);
        return range.getBoundingClientRect().left;
      };
      return left(at) < left(0);
    }
    return null;
  });
  expect(numberIsLeft).toBe(true);
  const comment = desk.getByLabel("Write a comment");
  await comment.fill("שלום");
  expect(await comment.evaluate((element) => element.matches(":dir(rtl)"))).toBe(true);
  await comment.fill("Hello");
  expect(await comment.evaluate((element) => element.matches(":dir(rtl)"))).toBe(false);
  await comment.fill("");
});

for (const q of ["2048", "1e5", "true", '"x"'])
  test(`/apps searches for ${q} exactly as in the address`, long, async ({ browser }) => {
    const context = await openDevice(browser);
    const page = await context.newPage();
    const asked: unknown[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/rpc/")) return;
      const { request: search } = (request.postDataJSON() ?? {}) as { request?: { q?: string } };
      asked.push(search?.q);
    });
    await page.goto(`${product.url}/apps?${new URLSearchParams({ q })}`);
    await expect(page.getByRole("searchbox").first()).toHaveValue(q);
    await expect.poll(() => asked).toContain(q);
    await context.close();
  });
