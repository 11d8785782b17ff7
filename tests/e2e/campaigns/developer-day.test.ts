// A developer's day: campaigns, applicants, reviews, analytics, apps and profile, on desktop and
// phone, each partly offline. Testers act through the API and have their own stories.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { onPaper } from "../../fixtures/browser/paper.ts";
import {
  enter,
  fitsPhone,
  openBrowser,
  openPage,
  publishWithoutBuild,
  resize,
  synced,
} from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { resetPageAfterEach, setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { androidApp, zipOf } from "../../fixtures/packages.ts";

const mapId = "0d000000-0000-4000-8000-000000000001";
const foodId = "0d000000-0000-4000-8000-000000000002";
const questionId = "0d000000-0000-4000-8000-000000000003";
const names = ["Tess Tester", "Uma Tester", "Vito Tester"];
const REPORTS = 12;
/** A tappable row with its border, in px. */
const ONE_LINE = 45;

const product = setUpProduct();
const dana = setUpPerson(product, "Dana Developer", "developer");
let disk: string;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  disk = mkdtempSync(join(tmpdir(), "betaflock-developer-"));
  await insertCampaign(dana, {
    id: mapId,
    max_testers: 2,
    effort_minutes: 45,
    auto_select: false,
    title: "Night map for hikers",
    screening: [
      { id: questionId, question: "Do you camp?", kind: "yes_no", options: [], pass: ["yes"], required: true },
    ],
  });
  await insertCampaign(dana, { id: foodId, max_testers: 2, title: "Trail food planner", auto_select: true });
  for (const [index, name] of names.entries()) {
    const tester = await signUpByApi(product, name, "tester");
    if (index === 2) await product.sql`update profiles set karma = 600 where id = ${tester.id}`;
    const apply = (to: string, more: object) =>
      tester.insert("applications", {
        id: applicationId(to, tester.id),
        campaign_id: to,
        tester_id: tester.id,
        ...more,
      });
    await apply(mapId, {
      message: "I hike.",
      answers: [{ question_id: questionId, value: index === 2 ? "no" : "yes" }],
    });
    if (index > 0) continue;
    await apply(foodId, {});
    for (let n = 1; n <= REPORTS; n++) {
      await tester.insert("feedback", {
        ...{
          id: randomUUID(),
          campaign_id: foodId,
          application_id: applicationId(foodId, tester.id),
          tester_id: tester.id,
        },
        ...{
          type: n % 3 === 0 ? "feature" : "bug",
          rating: 1 + (n % 5),
          severity: "high",
          device: "Pixel 8 · Android 15",
        },
        ...{ summary: `=Planner loses day ${n}`, details: "It is empty.", steps: "1. Open it", status: "submitted" },
        captured_at: new Date(Date.now() - n * 3_600_000).toISOString(),
      });
    }
  }
  ({ context, page } = await enter(await openBrowser(disk), product, { email: dana.email, home: "/developer" }));
});
resetPageAfterEach(() => page);
test.afterAll(async () => {
  await context?.close();
  rmSync(disk, { recursive: true, force: true });
});

const at = (path: string) => visit(page, path);
const statOf = (label: string) => page.locator("dl > div", { hasText: label }).locator("dd > span").first();
const nextStep = () => page.getByRole("button", { name: "Next Step" });
/** Fills in the dates; an end before the start is rejected first. */
async function fillDates(end: string): Promise<void> {
  await page.getByLabel("Start date").fill(inDays(1));
  await page.getByLabel("End date").fill(inDays(0));
  await nextStep().click();
  await expect(page.getByText("The end date can't be before the start date.")).toBeVisible();
  await page.getByLabel("End date").fill(end);
  await nextStep().click();
}
const menu = (name: string) => page.getByRole("menuitem", { name });

test(
  "S14 S15 T5 figures on the home page; a campaign is duplicated, checked, completed and archived, partly offline",
  long,
  async () => {
    await at("/developer/campaigns");
    const card = page.getByRole("listitem").filter({ hasText: "Night map for hikers" }).first();
    await expect(card.getByRole("link", { name: "View Feedback" })).toBeVisible();
    await fitsPhone(page);
    await context.setOffline(true);
    await test.step("S14 the home page counts rows on this device, and shows the newest reports", async () => {
      await at("/developer");
      await expect(statOf("Active Campaigns")).toHaveText("2");
      await expect(statOf("Total Feedback")).toHaveText(String(REPORTS));
      await expect(statOf("Pending Reviews")).toHaveText(String(REPORTS));
      const newest = page.getByRole("row").filter({ hasText: "Tess Tester" }).first();
      await expect(newest.getByText(`=Planner loses day ${REPORTS}`, { exact: true })).toBeVisible();
      await expect(newest.getByText("Feature Suggestion")).toBeVisible();
      const waiting = page.getByRole("list", { name: "Waiting for you" });
      await expect(waiting.getByRole("link", { name: /applicants waiting/ })).toContainText("Night map for hikers");
      // Uses the keys for lists.
      const rows = waiting.getByRole("link");
      await page.keyboard.press("j");
      await expect(rows.first()).toBeFocused();
      await page.keyboard.press("j");
      await expect(rows.nth(1)).toBeFocused();
      await page.keyboard.press("k");
      await expect(rows.first()).toBeFocused();
      await waiting.getByRole("link", { name: `${REPORTS} reports to review` }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("radio", { name: /^To review/ })).toBeChecked();
      await page.goBack();
      await page.getByRole("link", { name: "View All Campaigns" }).click();
    });
    await page.getByRole("button", { name: "More actions for Night map for hikers" }).click();
    await menu("Duplicate as new").click();
    await expect(page.getByLabel("Title")).toHaveValue("Night map for hikers (copy)");
    const preview = page.getByRole("complementary", { name: "What testers will see" });
    const ends = await preview
      .locator("article > *")
      .evaluateAll((parts) =>
        parts
          .slice(1)
          .map((part, n) => part.getBoundingClientRect().top - (parts[n]?.getBoundingClientRect().bottom ?? 0)),
      );
    expect(Math.min(...ends), "no part of the preview overlaps the next").toBeGreaterThanOrEqual(0);
    const next = nextStep();
    await page.getByLabel("Title").fill("Map");
    await next.click();
    await expect(page.getByText("Title must be at least 5 characters.")).toBeVisible();
    await page.getByLabel("Title").fill("Night map, second round");
    await next.click();
    await fillDates(inDays(20));
    await expect(page.getByLabel(/Reward amount/)).toHaveValue(/20/);
    await next.click();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Night map, second round" })).toBeVisible();
    await publishWithoutBuild(page, page.getByRole("button", { name: "Publish", exact: true }));
    await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Sync: Offline/ })).toBeVisible();
    await context.setOffline(false);
    await synced(page);
    await page.getByRole("button", { name: "More actions" }).click();
    await menu("Complete campaign").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Complete campaign" }).click();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Archive campaign" }).click();
    await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Archive campaign" }).click();
    await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible();
    await synced(page);
    expect(
      await product.sql`select status, jsonb_array_length(screening) as questions, max_testers, effort_minutes from campaigns where title = 'Night map, second round'`,
    ).toEqual([{ status: "archived", questions: 1, max_testers: 2, effort_minutes: 45 }]);
  },
);

test("S17 T6 applicants are compared and decided offline, and the server enforces the spots", long, async () => {
  await at(`/developer/campaigns/${mapId}/applicants`);
  await expect(page).toHaveURL(/tab=applicants/);
  await expect(page.getByText("2 spots left").first()).toBeVisible();
  await fitsPhone(page);
  const names = page.getByRole("row").getByRole("rowheader");
  await test.step("S17 a desktop starts with the table, which has decision buttons; choosing cards is remembered", async () => {
    const size = page.viewportSize();
    await resize(page, { width: 1024, height: 800 });
    await expect(names).toHaveCount(3);
    await expect(page.getByRole("columnheader", { name: "Do you camp?" })).toBeAttached();
    const vito = page.getByRole("row", { name: /Vito Tester/ });
    await expect(vito.getByRole("button", { name: "Accept" })).toBeInViewport({ ratio: 1 });
    // The table scrolls horizontally, and the decision buttons stay visible.
    const table = page.getByRole("region", { name: "Applicants" });
    expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
    expect(await findings(page)).toEqual([]);
    if (size) await resize(page, size);
    await page.getByRole("button", { name: "Cards" }).click();
    await expect(names).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("button", { name: "Cards", pressed: true })).toBeVisible();
  });
  await page.getByLabel("Answers", { exact: true }).selectOption("no");
  await expect(page.getByRole("heading", { name: /Vito Tester/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Uma Tester/ })).toBeHidden();
  await page.getByLabel("Answers", { exact: true }).selectOption("");
  // List keys open rows, and decide nothing.
  const accept = page.getByRole("button", { name: "Accept", exact: true });
  const decisions = await accept.count();
  expect(decisions).toBeGreaterThan(0);
  await page.keyboard.press("j");
  await expect(page.locator("article:focus").getByRole("heading", { name: /Tester/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(accept).toHaveCount(decisions);
  await context.setOffline(true);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Do you camp?" })).toBeVisible();
  await expect(names).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(names.first().getByRole("button")).toBeFocused();
  await page.getByRole("columnheader", { name: "Fit" }).getByRole("button").click();
  await expect(page).toHaveURL(/order=fit/);
  // An applicant with different answers fits less.
  await expect(names.last()).toContainText("Vito Tester");
  await names.getByRole("checkbox", { name: "Select Vito Tester" }).check();
  await names.getByRole("button", { name: "Vito Tester" }).click();
  await expect(dialog.getByRole("button", { name: "Accept" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await findings(page)).toEqual([]);
  await names.getByRole("checkbox", { name: "Select Vito Tester" }).uncheck();
  await page.getByRole("button", { name: "Cards" }).click();
  await page.getByText("Select all 3 pending applicants").click();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(dialog.getByRole("columnheader", { name: /Tester/ })).toHaveCount(3);
  await expect(dialog.getByRole("rowheader", { name: "Do you camp?" })).toBeVisible();
  const compared = (name: string) => dialog.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  for (const fit of [/1 of 3.*Answers match/, /0 of 3.*Answers differ/])
    await expect(compared("Fit").getByRole("cell").filter({ hasText: fit }).first()).toBeVisible();
  // A newcomer shows no level.
  await expect(
    compared("Karma")
      .getByRole("cell")
      .filter({ hasText: /^Expert 600$/ }),
  ).toHaveCount(1);
  await dialog.getByRole("button", { name: "Accept" }).nth(0).click();
  await expect(dialog.getByRole("button", { name: "Accept" })).toHaveCount(2);
  await dialog.getByRole("button", { name: "Accept" }).nth(0).click();
  await expect(dialog.getByText("No spots left")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Accept" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Close" }).click();
  await context.setOffline(false);
  await synced(page);
  expect(
    await product.sql`select status, count(*)::int as n from applications where campaign_id = ${mapId} group by 1 order by 1`,
  ).toEqual([
    { status: "accepted", n: 2 },
    { status: "pending", n: 1 },
  ]);
});

test("S17 T6 applicants who meet every criterion are filtered, selected and accepted together, and no others", async () => {
  const tideId = randomUUID();
  await insertCampaign(dana, { id: tideId, title: "Tide table", max_testers: 5, auto_select: false });
  for (const name of ["Fay Fits", "Gus Fits", "Ned New"]) {
    const tester = await signUpByApi(product, name, "tester");
    if (name.endsWith("Fits"))
      await product.sql`update profiles set tests_completed = 3, rating = 4.5 where id = ${tester.id}`;
    await tester.insert("applications", {
      ...{ id: applicationId(tideId, tester.id), campaign_id: tideId, tester_id: tester.id },
    });
  }
  await at(`/developer/campaigns/${tideId}?tab=applicants`);
  await expect(page.getByText("Select all 3 pending applicants")).toBeVisible({ timeout: 15_000 });
  const fit = page.getByLabel("Fit", { exact: true });
  await fit.selectOption("Partial match");
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toHaveCount(1);
  await expect(page.getByText("Ned New")).toBeVisible();
  await fit.selectOption("Full match");
  await expect(page).toHaveURL(/fit=all/);
  await expect(page.getByText("Ned New")).toHaveCount(0);
  await page.getByRole("button", { name: "Select the best…" }).click();
  const best = page.getByRole("dialog", { name: "Select the best applicants" });
  await best.getByLabel("How many").fill("3");
  await expect(best.getByText("Enter a whole number from 1 to 2")).toBeVisible();
  await best.getByLabel("How many").fill("2");
  await expect(best.getByRole("list", { name: "Selection" }).getByRole("listitem")).toHaveCount(2);
  await best.getByRole("button", { name: "Select 2 applicants" }).click();
  const bar = page.locator("div", { has: page.getByText("2 selected", { exact: true }) }).last();
  await bar.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.getByText("2 applicants accepted")).toBeVisible();
  await synced(page);
  expect(
    await product.sql`select card ->> 'name' as name, status from applications where campaign_id = ${tideId} order by 1`,
  ).toEqual([
    { name: "Fay Fits", status: "accepted" },
    { name: "Gus Fits", status: "accepted" },
    { name: "Ned New", status: "pending" },
  ]);
});

test("S18 S26 T7 O1 ten reports are reviewed offline by keyboard alone, three keys each", async () => {
  await at(`/developer/campaigns/${foodId}/feedback`);
  await expect(page).toHaveURL(/tab=feedback/);
  await expect(page.getByRole("heading", { name: /Planner loses day/ })).toBeVisible();
  await fitsPhone(page);
  await synced(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Report to the admins" }).click();
  const issue = page.getByRole("dialog", { name: /^Report an issue with =Planner loses day/ });
  await issue.getByLabel("What is wrong?").fill("The same words as in another test.");
  await issue.getByRole("button", { name: "Send report" }).click();
  await expect(issue).toHaveCount(0);
  await expect(page.getByText("Your report is waiting to be sent")).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  const heading = page.locator("#report-heading");
  const question = page.getByRole("heading", { name: "Approve this report" });
  for (let n = 0; n < 10; n++) {
    const before = await heading.textContent();
    await press("a");
    await expect(question).toBeVisible();
    await press("4");
    if (n === 0) {
      // The arrow keys start at the star that the digit chose.
      const { keyboard } = page;
      for (const [key, stars] of [["ArrowRight", "5"] as const, ["ArrowLeft", "4"] as const]) {
        await keyboard.press(key);
        await expect(page.getByRole("radio", { name: `${stars} stars` })).toBeChecked();
      }
    }
    await press(n === 0 ? "ControlOrMeta+Enter" : "Enter");
    // The next open report opens automatically.
    await expect(heading).not.toHaveText(before ?? "");
    await expect(question).toBeHidden();
  }
  expect(presses).toBe(30);
  await press("u");
  await expect(page.getByText("Your answer will be sent in a moment.")).toBeHidden();
  // Offline, only background replication sends requests.
  expect(calls.filter((url) => !/sync_pu|\/auth\/|\/realtime\/|\/assets\/|storage/.test(url))).toEqual([]);
  await expect(page.getByRole("button", { name: /^Sync: Offline, 10 changes waiting/ })).toBeVisible({
    timeout: 30_000,
  });
  await context.setOffline(false);
  await synced(page);
  await expect
    .poll(async () => product.sql`select count(*)::int as n from feedback where status = 'approved' and usefulness = 4`)
    .toEqual([{ n: 9 }]);
  expect(await product.sql`select count(*)::int as n from rewards`).toEqual([{ n: 1 }]);
  await expect
    .poll(() => product.sql`select content_type, reason, reporter_name from flags`)
    .toEqual([
      {
        ...{ content_type: "feedback", reason: "The same words as in another test." },
        reporter_name: "Dana Developer",
      },
    ]);
});

test("S18 T8 the reader shows only search results, and a bulk approval shows its cost first", async () => {
  await at(`/developer/campaigns/${foodId}/feedback`);
  const reader = page.locator("#report-heading");
  const search = page.getByRole("searchbox", { name: "Search reports" });
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await expect(reader).toBeVisible();
  await search.fill("Nobody wrote this");
  await expect(reader).toBeHidden();
  await expect(approve).toBeHidden();
  await search.fill("day 12");
  await expect(reader).toHaveText("=Planner loses day 12");
  await search.fill("");
  await page.getByText("Select all 3 pending reports").click();
  // Bulk actions replace the actions for one report.
  await expect(approve).toHaveCount(1);
  await approve.click();
  const dialog = page.getByRole("dialog");
  // The first approval already earned this campaign's reward for the tester.
  await expect(dialog.getByText("Pays $0.00 in total.")).toBeVisible();
  await expect(dialog.getByText("3 reports pay nothing.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // Keys act on all selected reports; x deselects the open one.
  await reader.click();
  await page.keyboard.press("x");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Request changes to 2 reports" })).toBeVisible();
  await dialog.getByRole("textbox").fill("Which device was it?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Changes requested for 2 reports")).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("Select all 3 pending reports")).toBeVisible();
  // The one-line layout is remembered.
  const line = page.getByRole("list", { name: "Reports" }).getByRole("listitem").first();
  const height = async () => (await line.boundingBox())?.height ?? 0;
  // A line of text is 20 px high.
  expect(await height()).toBeGreaterThan(ONE_LINE + 16);
  await page.getByRole("button", { name: "Compact list" }).click();
  await expect.poll(height).toBeLessThanOrEqual(ONE_LINE);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Compact list", pressed: true })).toBeVisible();
  await expect.poll(height).toBeLessThanOrEqual(ONE_LINE);
  await page.getByRole("button", { name: "Compact list" }).click();
});

test("S18 each review shortcut is in the list of shortcuts, and works as described", async () => {
  await at(`/developer/campaigns/${foodId}/feedback`);
  const dialog = page.getByRole("dialog");
  const opened = page
    .getByRole("list", { name: "Reports" })
    .getByRole("listitem")
    .filter({ has: page.locator("[aria-current=true]") });
  const opens = (place: string) => () => expect(opened).toHaveAttribute("aria-posinset", place);
  const asks = (question: string) => async () => {
    await expect(dialog.getByRole("heading", { name: question, exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  /** Submits the dialog with the last key, and undoes the action. */
  const answers = (question: string, fill: () => Promise<void>, said: string) => async () => {
    await expect(dialog.getByRole("heading", { name: question, exact: true })).toBeVisible();
    await fill();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await page.keyboard.press("u");
    await expect(page.getByText("Select all 3 pending reports")).toBeVisible();
  };
  const keys: readonly (readonly [key: string, named: string, does: () => Promise<void>])[] = [
    ["j", "Next report", opens("2")],
    ["k", "Previous report", opens("1")],
    ["a", "Approve", asks("Approve this report")],
    [
      ...(["c", "Request changes"] as const),
      answers("Request changes", () => dialog.getByRole("textbox").fill("Which device?"), "Changes requested"),
    ],
    [
      ...(["r", "Reject"] as const),
      answers(
        "Reject this report",
        () => dialog.getByRole("radio", { name: "Out of scope" }).check(),
        "Report rejected",
      ),
    ],
    [
      ...(["d", "Mark as duplicate"] as const),
      answers("Mark as duplicate", () => dialog.getByRole("radio").first().check(), "Report rejected"),
    ],
    ["x", "Select report", () => expect(opened.getByRole("checkbox")).toBeChecked()],
    [
      ...(["ControlOrMeta+Enter", "Send the answer"] as const),
      // Without a dialog the key has no effect; the three cases above submit with it.
      () => expect(dialog).toHaveCount(0),
    ],
  ];
  await opens("1")();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  for (const [key, named] of keys) {
    const line = list.locator("dl > div").filter({ has: page.getByText(named, { exact: true }) });
    await expect(line.locator("kbd")).toHaveText(key.replace("ControlOrMeta+", "Ctrl "));
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  for (const [key, named, does] of keys) {
    await test.step(`S18 ${key}: ${named}`, async () => {
      await page.keyboard.press(key);
      await does();
    });
  }
});

test("S19 analytics count rows on this device, and export them offline", async () => {
  await at(`/developer/campaigns/${foodId}/analytics`);
  await expect(page.getByRole("heading", { name: "Reports per day" })).toBeVisible();
  await fitsPhone(page);
  await expect(page.getByRole("heading", { name: "How far testers got" })).toBeVisible();
  await expect(page.getByText("Android").first()).toBeVisible();
  // One reward of $20.00 for the nine approved reports.
  const figure = (label: string) => page.locator("dl > div", { hasText: label });
  await expect(figure("Cost per approved report")).toContainText("$2.22");
  // Each recent figure has the previous period's next to it, which had no reports.
  await expect(figure("Reports").first()).toContainText(`last 7 days: ${REPORTS}, before: 0`);
  await expect(figure("Approval rate")).toContainText(/last 7 days: \d+%, before: –/);
  await expect(figure("Cost per approved report")).toContainText("last 7 days: $2.22, before: –");
  await page.getByRole("radio", { name: "Last 30 days" }).check({ force: true });
  await expect(figure("Reports").first()).toContainText(`last 30 days: ${REPORTS}, before: 0`);
  await expect(page.getByRole("heading", { name: "By operating system" })).toBeVisible();
  await expect(page.getByText("Android 15", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  // The choice is remembered.
  await expect(page.getByRole("radio", { name: "Last 30 days" })).toBeChecked();
  await expect(page.locator(".recharts-bar").first()).toBeVisible();
  await test.step("S19 a range of days limits figures and charts, and is in the address", async () => {
    const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
    await to.fill(inDays(-1));
    await expect(figure("Reports").first()).toContainText(/^Reports0/);
    await expect(page.locator(".recharts-bar")).toHaveCount(0);
    await from.fill(inDays(-2));
    await to.fill(inDays(0));
    await expect(figure("Reports").first()).toContainText("the 3 days before: 0");
    await expect(page).toHaveURL(/from=.*to=/);
    await expect(page.locator(".recharts-bar").first()).toBeVisible();
    await fitsPhone(page);
    await page.getByRole("button", { name: "Whole campaign" }).click();
  });
  const file = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };
  const csv = await file("CSV");
  expect(csv.name).toMatch(/^trail-food-planner-reports-.*\.csv$/);
  expect(csv.text.trim().split("\r\n")).toHaveLength(REPORTS + 1);
  // A summary that starts like a formula must be escaped.
  expect(csv.text).toContain("'=Planner loses day 1");
  expect(csv.text).not.toMatch(/,"?=Planner/);
  const json = JSON.parse((await file("JSON")).text) as { reports: unknown[] };
  expect(json.reports).toHaveLength(REPORTS);
  const markdown = (await file("Markdown")).text;
  expect(markdown.match(/^# =Planner loses day/gm)).toHaveLength(REPORTS);
  const { text, headings } = await onPaper(page);
  expect(headings).toEqual([
    ...["Reports per day", "By outcome", "By operating system", "By device", "By type"],
    ...["By rating", "Bugs by severity", "How far testers got", "Trail food planner"],
  ]);
  const words = text.replace(/\s+/g, " ");
  expect(words).toContain(" · All builds · as of ");
  expect(words).toContain(`Reports ${REPORTS} last 30 days: ${REPORTS}, before: 0`);
  expect(words).toContain("Cost per approved report $2.22");
  expect(words).toMatch(/Time to answer \S+ .*median, after receipt/);
  // Charts print as tables too, because a printed page cannot expand them.
  expect(words).toMatch(/Day Bug Report Feature Suggestion Usability Issue( \w+ \d+ \d+ \d+ \d+)+/);
  expect(words).toMatch(/Applied 100% 1 Accepted 100% 1 100%/);
  expect(words).toMatch(/Duplicates \d .*By device Pixel 8 · Android 15 12 /);
  expect(words).not.toMatch(/My Campaigns|Overview|Log Out|Sync|Print|Export|Markdown|View as a table|Skip to content/);
  await page.emulateMedia({ media: "print" });
  const chart = await page.locator(".recharts-surface").first().boundingBox();
  await page.emulateMedia({ media: null });
  expect(chart?.width).toBeGreaterThan(200);
});

test("S20 B4 an app with a picture and a build created offline is sent, checked and published", long, async () => {
  const large = { name: "assets/map", bytes: randomBytes(9 * 1024 * 1024) };
  const icon = await page.screenshot({ clip: { x: 0, y: 0, width: 128, height: 128 } });
  const build = androidApp({ versionName: "1.0.0", debuggable: true, icon, more: [large] }).bytes;
  const bundle = zipOf([{ name: "base/manifest/AndroidManifest.xml", bytes: Buffer.from("a bundle") }]);
  await at("/developer/apps");
  await page.getByRole("link", { name: "Upload a build" }).click();
  await page.getByLabel("App name").fill("Night Map");
  await page.getByLabel(/^Description/).fill("A map that does not dazzle.");
  await page
    .getByLabel("Add screenshots")
    .last()
    .setInputFiles({ name: "map.png", mimeType: "image/png", buffer: await page.screenshot() });
  await expect(page.getByRole("img", { name: "Screenshot 1" })).toBeVisible();
  await fitsPhone(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Create app" }).click();
  await page.getByRole("button", { name: "New release" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^What's new/).fill("The first one.");
  // The file is checked before the upload, also offline: unusable packages are rejected, and the
  // version comes from the file.
  const file = dialog.locator('input[type="file"]');
  await file.setInputFiles({ name: "night.aab", mimeType: "application/octet-stream", buffer: bundle });
  await expect(dialog.getByText("This is an app bundle (AAB)", { exact: false })).toBeVisible();
  await file.setInputFiles({
    ...{ name: "night.apk", mimeType: "application/vnd.android.package-archive", buffer: build },
  });
  await expect(dialog.getByText("Night Map", { exact: true })).toBeVisible();
  await expect(dialog.getByText("This is an app bundle (AAB)", { exact: false })).toHaveCount(0);
  await expect(dialog.getByLabel("Version")).toHaveValue("1.0.0");
  await expect(dialog).toContainText("1.0.0 (210)");
  await expect(dialog).toContainText("Android 8.0 and later");
  await expect(dialog).toContainText("It is a debug build");
  // The app has no icon yet.
  await expect(dialog.getByLabel("Use its icon for the app")).toBeChecked();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save release" }).click();
  await expect(page.getByText("Resumes when you are online.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await expect(page.getByText("The file is still on its way to the server.")).toBeVisible();
  await context.setOffline(false);
  await synced(page);
  await expect(page.getByRole("button", { name: "Publish app" })).toBeDisabled();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Latest", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Publish app" }).click();
  await page.getByRole("tab", { name: "What testers will see" }).click();
  await expect(page.getByText("What's New in 1.0.0")).toBeVisible();
  await fitsPhone(page);
  await synced(page);
  const sha256 = createHash("sha256").update(build).digest("hex");
  expect(
    await product.sql`select r.sha256, r.status, r.size_bytes::int as size, a.status as app, a.version from releases r join apps a on a.id = r.app_id`,
  ).toEqual([{ sha256, status: "published", size: build.length, app: "published", version: "1.0.0" }]);
  expect(
    await product.sql`select bucket_id from storage.objects where bucket_id in ('releases', 'app-content') order by 1`,
  ).toEqual([{ bucket_id: "app-content" }, { bucket_id: "app-content" }, { bucket_id: "releases" }]);
  const [made] = await product.sql`select icon_path, screenshots from apps where title = 'Night Map'`;
  expect(made?.icon_path).toMatch(/\.png$/);
  expect(made?.screenshots).toHaveLength(1);
});

test("S21 V5 the developer's profile and billing are saved offline and arrive", long, async () => {
  await at("/developer/profile");
  await page.getByRole("textbox", { name: /^Company(?! description)/ }).fill("Kestrel Apps");
  await context.setOffline(true);
  await page.getByLabel(/^Website/).fill("not an address");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Enter an address like https://example.com")).toBeVisible();
  await page.getByLabel(/^Website/).fill("kestrel.example");
  await page.getByLabel(/^GitHub/).fill("https://github.com/kestrel");
  await page.getByLabel(/^Company description/).fill("Small, calm apps.");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile saved")).toBeVisible();
  await page.getByRole("button", { name: "Change Plan" }).click();
  await page.getByRole("dialog").getByText("Pro", { exact: true }).click();
  await page.getByRole("button", { name: "Choose this plan" }).click();
  await page.getByRole("button", { name: "Update Payment Method" }).click();
  await page
    .getByRole("dialog")
    .getByLabel(/^Payment method/)
    .fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Save method" }).click();
  await expect(page.getByText("Never enter the full number", { exact: false })).toBeVisible();
  await page
    .getByRole("dialog")
    .getByLabel(/^Payment method/)
    .fill("Visa ending in 4242");
  await page.getByRole("button", { name: "Save method" }).click();
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await fitsPhone(page);
  await context.setOffline(false);
  await synced(page);
  expect(
    await product.sql`select company, website, social_links ->> 'github' as github, bio from profiles where id = ${dana.id}`,
  ).toEqual([
    { company: "Kestrel Apps", website: "https://kestrel.example", github: "kestrel", bio: "Small, calm apps." },
  ]);
  expect(
    await product.sql`select billing ->> 'plan' as plan, billing ->> 'payment_method' as method, billing ->> 'next_billing_date' is not null as dated from accounts where id = ${dana.id}`,
  ).toEqual([{ plan: "pro", method: "Visa ending in 4242", dated: true }]);
});

test("R3 O1 the same day on a phone, partly offline", long, async () => {
  test.setTimeout(240_000);
  // A new page, because after resizing Chromium sometimes stops drawing frames.
  await context.close();
  context = await openBrowser(disk, { phone: true });
  page = await openPage(context);
  const dialog = page.getByRole("dialog");
  const nothingSideways = () =>
    expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
  await page.goto(`${product.url}/developer`);
  await expect(statOf("Pending Reviews")).toHaveText("3");
  await context.setOffline(true);
  await page.reload();
  await expect(statOf("Pending Reviews")).toHaveText("3");

  await test.step("S16 V4 S15 T5 a campaign is created, tab by tab, and published from its card", async () => {
    await at("/developer/campaigns/create");
    const next = nextStep();
    await page.getByLabel("Title").fill("Snow map");
    await next.click();
    await expect(page.getByText("Description must be at least 20 characters.")).toBeVisible();
    const template = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const description = page.getByLabel("Description");
    await template("Bug hunt");
    await expect(description).toHaveValue(/whatever breaks/);
    await template("Usability");
    await expect(description).toHaveValue(/easy our app is for new users/);
    await description.fill("Can the map be read with gloves on?");
    await template("Translation check");
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("The template replaces: Description.")).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(description).toHaveValue("Can the map be read with gloves on?");
    await next.click();
    const effort = page.getByLabel("How long one tester needs");
    await expect(effort).toHaveValue("30");
    await effort.fill("4");
    await fillDates(inDays(10));
    await expect(page.getByText("Between 5 and 480 minutes, or leave it empty.")).toBeVisible();
    await effort.fill("90");
    await expect(page.getByRole("complementary").getByText("about 2 hours")).toBeVisible();
    await next.click();
    await expect(page.getByLabel(/Reward amount/)).toHaveValue(/15/);
    await next.click();
    await page.getByRole("textbox", { name: /^Requirements/ }).fill("Gloves");
    await nothingSideways();
    await page.getByRole("button", { name: "Create Campaign" }).click();
    await expect(page).toHaveURL(/\/developer\/campaigns$/);
    const card = page.getByRole("listitem").filter({ hasText: "Snow map" });
    await publishWithoutBuild(page, card.getByRole("button", { name: "Publish", exact: true }));
    await expect(card.getByText("Active", { exact: true })).toBeVisible();
  });

  await test.step("S15 T5 a campaign's menu restores and archives it where the title leaves no space for buttons", async () => {
    await at("/developer/campaigns?status=archived");
    await page.getByRole("link", { name: "Night map, second round" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Night map, second round" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
    const more = page.getByRole("button", { name: "More actions" });
    await more.click();
    await menu("Restore").click();
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
    await more.click();
    await menu("Archive").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Archive campaign" }).click();
    await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible();
  });

  await test.step("S17 T6 an applicant is rejected with a message", async () => {
    await at(`/developer/campaigns/${mapId}?tab=applicants`);
    // Two lines and the buttons, the rest expands. The reason why no applicant can be accepted
    // appears once.
    const waiting = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: "Reject", exact: true }) });
    await expect(waiting).toHaveCount(1);
    expect((await waiting.boundingBox())?.height).toBeLessThanOrEqual(120);
    await expect(page.getByText(/^All spots are taken/)).toHaveCount(1);
    await expect(waiting.getByRole("button", { name: "Accept" })).toBeDisabled();
    await expect(waiting.getByText("Do you camp?")).toHaveCount(0);
    await waiting.getByRole("button", { name: /^Answers/ }).click();
    await expect(waiting.getByText("Do you camp?")).toBeVisible();
    await expect(waiting.getByText("Answers match").or(waiting.getByText("Answers differ"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await nothingSideways();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await dialog.getByLabel(/^Reason/).fill("We need people who camp.");
    await dialog.getByRole("button", { name: "Reject applicant" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Reject", exact: true })).toBeHidden();
  });

  await test.step("S18 T7 a change request with a canned reply, a duplicate, an internal note and a rejection", async () => {
    await at(`/developer/campaigns/${foodId}?tab=feedback&status=submitted`);
    const heading = page.locator("#report-heading");
    // The selection in the list keeps the actions of a report that is opened alone.
    await page.getByText("Select all 3 pending reports").click();
    await page
      .getByRole("button", { name: /Planner loses day/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Request changes" }).click();
    await expect(dialog.getByRole("heading", { name: "Request changes", exact: true })).toBeVisible();
    await dialog.getByLabel(/^Language of the reply/).selectOption("Español");
    await dialog.getByLabel(/^Saved reply/).selectOption({ index: 2 });
    await expect(dialog.getByRole("textbox")).toHaveValue(/^Añade una captura/);
    // The developer's own reply, with a placeholder for the name.
    await dialog.getByRole("textbox").fill("Gracias,");
    await dialog.getByRole("button", { name: "Insert a name" }).click();
    await menu("The tester’s name").click();
    await dialog.getByRole("button", { name: "Save as my reply" }).click();
    await expect(page.getByText("Reply saved. You can change it")).toBeVisible();
    await dialog.getByRole("textbox").fill("");
    await dialog.getByLabel(/^Saved reply/).selectOption("Gracias, {tester}");
    await expect(dialog.getByRole("textbox")).toHaveValue("Gracias, {tester}");
    const first = await heading.textContent();
    await dialog.getByRole("button", { name: "Request changes" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(heading).not.toHaveText(first ?? "");
    const answer = async (name: string) => {
      await page.getByRole("button", { name: "Other answers" }).click();
      await page.getByRole("menuitem", { name }).click();
      await expect(dialog).toHaveCount(1);
    };
    const second = await heading.textContent();
    await answer("Mark as duplicate");
    await dialog.getByRole("button", { name: "Reject as duplicate" }).click();
    await expect(dialog.getByText("Choose the report that this one duplicates.")).toBeVisible();
    await dialog.getByRole("searchbox").fill("planner DAY 12");
    await dialog.getByRole("radiogroup").locator("label").first().click();
    await dialog.getByRole("button", { name: "Reject as duplicate" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(heading).not.toHaveText(second ?? "");
    await page.getByText("Internal note: the tester never sees it").click();
    await page.getByLabel("Internal note", { exact: true }).fill("Ask Vito, too.");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("list", { name: "Comments" }).getByText("Ask Vito, too.")).toBeVisible();
    await answer("Reject");
    await dialog.getByRole("button", { name: "Reject report" }).click();
    await expect(dialog.getByText("Choose a reason.")).toBeVisible();
    await dialog.getByText("Out of scope").click();
    await dialog.getByRole("button", { name: "Reject report" }).click();
    await expect(page.getByText("All reports are answered")).toBeVisible();
    await nothingSideways();
  });

  await test.step("S19 S20 S21 the figures, the app and the profile", async () => {
    await at(`/developer/campaigns/${foodId}?tab=analytics`);
    await expect(page.locator(".recharts-bar").first()).toBeVisible();
    await nothingSideways();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export reports" }).click();
    await menu("CSV, for spreadsheets").click();
    const saved = readFileSync(await (await saving).path(), "utf8");
    // It includes the latest rejection.
    expect(saved).toContain("out_of_scope");
    await at("/account");
    const replies = page.getByRole("list", { name: "Saved replies" }).getByRole("listitem");
    await expect(replies).toHaveCount(1);
    await replies.getByRole("button", { name: "Edit reply" }).click();
    await dialog.getByLabel("Text").fill(" ");
    await dialog.getByRole("button", { name: "Save reply" }).click();
    await expect(dialog.getByText("Required")).toBeVisible();
    await dialog.getByLabel("Text").fill("Muchas gracias, {tester}");
    await dialog.getByRole("button", { name: "Save reply" }).click();
    await expect(replies).toContainText(["Muchas gracias, {tester}"]);
    await replies.getByRole("button", { name: "Delete reply" }).click();
    await expect(replies).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(replies).toHaveCount(1);
    await nothingSideways();
    await at("/developer/apps");
    await page.getByRole("link", { name: "Night Map" }).click();
    await page.getByLabel(/^Description/).fill("A map for the night, and for snow.");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Saved", { exact: false }).first()).toBeVisible();
    await at("/developer/profile");
    await page.getByLabel(/^Company description/).fill("Small, calm apps for cold places.");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile saved")).toBeVisible();
  });

  await context.setOffline(false);
  await synced(page);
  const answers = () =>
    product.sql`select status, reason_code, duplicate_of is not null as repeats, reason = 'Gracias, ' || tester_name as named from feedback
      where status not in ('approved', 'submitted') order by reason_code`;
  await expect.poll(answers).toEqual([
    { status: "changes_requested", reason_code: "", repeats: false, named: true },
    { status: "rejected", reason_code: "duplicate", repeats: true, named: false },
    { status: "rejected", reason_code: "out_of_scope", repeats: false, named: false },
  ]);
  expect(
    await product.sql`select v ->> 'text' as text, v ->> 'language' as language from accounts, jsonb_each(saved_replies) e(k, v)`,
  ).toEqual([{ text: "Muchas gracias, {tester}", language: "es" }]);
  expect(await product.sql`select body, internal from comments`).toEqual([{ body: "Ask Vito, too.", internal: true }]);
  expect(await product.sql`select status from campaigns where title = 'Snow map'`).toEqual([{ status: "active" }]);
  expect(
    await product.sql`select status, reason from applications where campaign_id = ${mapId} and status = 'rejected'`,
  ).toEqual([{ status: "rejected", reason: "We need people who camp." }]);
  expect(await product.sql`select a.description, p.bio from apps a join profiles p on p.id = a.developer_id`).toEqual([
    { description: "A map for the night, and for snow.", bio: "Small, calm apps for cold places." },
  ]);
});
