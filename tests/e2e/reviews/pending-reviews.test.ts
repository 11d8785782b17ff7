// Decisions that can be undone, concurrent decisions on two devices, grouped notifications, and the
// summary of a completed campaign.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { type ApiPerson, insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { onPaper } from "../../fixtures/browser/paper.ts";
import { enter, fitsPhone, openDevice, openPage, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const [campaignId, appId] = [randomUUID(), randomUUID()];
const REPORTS = 6;
const ids = Array.from({ length: REPORTS }, () => randomUUID());

const { product, dana, tess } = setUpDeveloperAndTester();
let context: BrowserContext;
let page: Page;
let phone: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const app = { title: "Food Planner", description: "Plans food.", platform: "android", type: "APK" };
  await dana.insert("apps", { ...app, id: appId, developer_id: dana.id });
  await insertCampaign(dana, { id: campaignId, title: "Trail food planner", app_id: appId, auto_select: true });
  const application = applicationId(campaignId, tess.id);
  await tess.insert("applications", { id: application, campaign_id: campaignId, tester_id: tess.id });
  for (const [n, id] of ids.entries()) {
    await tess.insert("feedback", {
      ...{ id, campaign_id: campaignId, application_id: application, tester_id: tess.id, type: "bug", rating: 3 },
      ...{ summary: `Planner loses day ${n + 1}`, details: "It is empty.", status: "submitted" },
    });
  }
  const [desk, theirs] = await Promise.all([
    enter(await openDevice(browser), product, { email: dana.email, home: "/developer" }),
    enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" }),
  ]);
  ({ context, page } = desk);
  phone = theirs.page;
});

const bell = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
const unread = async (who: ApiPerson) =>
  (
    await product.sql<{ n: number }[]>`
      select count(*)::int as n from public.notifications where user_id = ${who.id} and read_at is null`
  )[0]?.n;
const statusOf = async (id: string | undefined) =>
  (await product.sql`select status from feedback where id = ${id ?? ""}`)[0]?.status;
const pills = () => page.getByRole("radiogroup", { name: "Status" });

test("S29 many reports on a campaign make one line with their number; opening it marks all of them as read", async () => {
  await expect(bell("Notifications, 2 unread")).toBeVisible();
  // Viewing the applicants marks applications as read.
  await visit(page, `/developer/campaigns/${campaignId}?tab=applicants`);
  await expect(bell("Notifications, 1 unread")).toBeVisible();
  await visit(page, "/notifications");
  await expect(page.getByRole("listitem").filter({ hasText: "6 new reports on Trail food planner" })).toBeVisible();
  await page.getByLabel("Language").selectOption("Español");
  await expect(page.getByText("6 informes nuevos sobre Trail food planner")).toBeVisible();
  await page.getByLabel("Idioma").selectOption("English");
  await fitsPhone(page);
  await page.getByRole("link", { name: "6 new reports on Trail food planner" }).click();
  await expect(page).toHaveURL(/tab=feedback/);
  await expect.poll(() => unread(dana), { timeout: 60_000 }).toBe(0);
  await visit(page, "/notifications");
  // Read together, they stay grouped.
  await expect(page.getByRole("listitem").filter({ hasText: "6 reports on Trail food planner" })).toHaveCount(1);
});

test("S29 opening a notification's target marks it as read, by any route", async () => {
  const report = ids[5] ?? "";
  const comment = { id: randomUUID(), feedback_id: report, author_id: tess.id, body: "It is day six, too." };
  await tess.insert("comments", comment);
  await expect(bell("Notifications, 1 unread")).toBeVisible({ timeout: 60_000 });
  await visit(page, `/developer/campaigns/${campaignId}?tab=feedback`);
  await page.getByRole("button", { name: /Planner loses day 6/ }).click();
  await expect(page.getByText("It is day six, too.")).toBeVisible();
  await expect(bell("Notifications")).toBeVisible();
  await expect.poll(() => unread(dana), { timeout: 60_000 }).toBe(0);
});

test("S18 S14 O1 while a decision can be undone every list, badge and number includes it, and the status is not synced", async () => {
  // The Undo period does not end in this test, so that slow machines see it.
  await page.addInitScript(() => {
    const real = window.setTimeout;
    const held: (() => void)[] = [];
    const wait = (task: () => void, ms?: number, ...more: unknown[]) =>
      ms === 6000 ? -held.push(task) : real(task, ms, ...more);
    Object.assign(window, { setTimeout: wait });
  });
  await page.goto(`${product.url}/developer/campaigns/${campaignId}?tab=feedback`);
  await synced(page);
  const counts = async (waiting: number, approved: number) => {
    await expect(page.getByRole("tab", { name: /^Feedback/ })).toHaveText(new RegExp(`${waiting}$`));
    await expect(pills()).toContainText(new RegExp(`All reports\\s*${REPORTS}`));
    await expect(pills()).toContainText(new RegExp(`To review\\s*${waiting}`));
    await expect(pills()).toContainText(new RegExp(`Approved\\s*${approved}`));
    await expect(page.getByText(`Select all ${waiting} pending reports`)).toBeVisible();
  };
  await counts(6, 0);
  const home = await context.newPage();
  await home.goto(`${product.url}/developer`);
  const pending = home.locator("dl > div", { hasText: "Pending Reviews" }).locator("dd > span").first();
  await expect(pending).toHaveText("6");
  await page.bringToFront();

  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Approve this report" })).toBeVisible();
  await page.keyboard.press("5");
  await page.keyboard.press("Enter");
  await counts(5, 1);
  await expect(pending).toHaveText("5");
  const pill = page.getByRole("button", { name: /^Sync:/ });
  await expect(pill).toHaveAccessibleName(/1 change waiting/);
  await pill.click();
  await expect(page.getByText("1 answer can still be undone. It is sent in a moment.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await counts(6, 0);
  await expect(pending).toHaveText("6");
  await synced(page);
  expect(await product.sql`select count(*)::int as n from feedback where status = 'approved'`).toEqual([{ n: 0 }]);

  await page.getByText("Select all 6 pending reports").click();
  await page.getByRole("button", { name: "Reject", exact: true }).first().click();
  await page.getByRole("dialog").getByText("Out of scope").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Reject/ })
    .click();
  await expect(pills()).toContainText(/Rejected\s*6/);
  await expect(pending).toHaveText("0");
  await expect(pill).toHaveAccessibleName(/6 changes waiting/);
  await page.keyboard.press("u");
  await counts(6, 0);
  await home.close();
});

test(
  "S18 O2 of two decisions about one report each is readable: status, stars and reason",
  long,
  async ({ browser }) => {
    const other = await enter(await openDevice(browser, { phone: true }), product, {
      email: dana.email,
      home: "/developer",
    });
    const id = ids[0] ?? "";
    const tab = other.page;
    await visit(tab, `/developer/campaigns/${campaignId}?tab=feedback&report=${id}`);
    await expect(tab.getByRole("heading", { name: "Planner loses day 1" })).toBeVisible();
    await other.context.setOffline(true);
    await tab.getByRole("button", { name: "Other answers" }).click();
    await tab.getByRole("menuitem", { name: "Reject" }).click();
    await tab.getByRole("dialog").getByText("Out of scope").click();
    await tab.getByRole("dialog").getByRole("textbox").fill("Day one is for the next version.");
    await tab
      .getByRole("dialog")
      .getByRole("button", { name: /^Reject/ })
      .click();
    await expect(tab.getByRole("button", { name: /^Sync: Offline, 1 change waiting/ })).toBeVisible();
    // Another decision on the desktop.
    await dana.patch("feedback", id, { status: "approved", usefulness: 4 });
    // The page is left, so the decision is written and no longer held for Undo.
    await visit(tab, "/developer");
    await other.context.setOffline(false);
    const pill = tab.getByRole("button", { name: /^Sync:/ });
    await expect(pill).toHaveAccessibleName(/1 needs attention/, { timeout: 60_000 });
    await pill.click();
    const entry = tab.getByRole("dialog").getByRole("listitem").filter({ hasText: "Planner loses day 1" });
    await expect(entry).toContainText("Status: Approved");
    await expect(entry).toContainText("Usefulness: 4 of 5");
    await expect(entry).toContainText("Status: Rejected");
    await expect(entry).toContainText("Why: Out of scope");
    await expect(entry).toContainText("Reason: Day one is for the next version.");
    await expect(entry.getByRole("button", { name: "Put my text back" })).toHaveCount(0);
    await fitsPhone(tab);
    await tab.getByRole("dialog").getByLabel("Language").selectOption("Español");
    await expect(tab.getByRole("dialog").getByText("Utilidad: 4 de 5", { exact: false })).toBeVisible();
    await expect(tab.getByRole("dialog").getByText("Estado: Rechazado", { exact: false })).toBeVisible();
    expect(await statusOf(id)).toBe("approved");
    await other.context.close();
  },
);

test("S29 S10 opening a returned report also marks its notification as read", async () => {
  const id = ids[1] ?? "";
  await dana.patch("feedback", id, { status: "changes_requested", reason: "Which day?" });
  const about = async () =>
    (
      await product.sql`select read_at is not null as read from public.notifications
        where user_id = ${tess.id} and kind = 'changes_requested'`
    )[0]?.read;
  expect(await about()).toBe(false);
  await visit(phone, `/tester/tests/${campaignId}/report/${id}`);
  await expect(phone.getByText("Which day?").first()).toBeVisible();
  await expect.poll(about, { timeout: 60_000 }).toBe(true);
});

test("S15 S19 View Summary of a completed campaign opens its summary, on screen and paper", long, async () => {
  const build = randomUUID();
  await dana.insert("releases", { id: build, app_id: appId, developer_id: dana.id, version: "1.3", status: "draft" });
  await dana.patchWhere("feedback", `campaign_id=eq.${campaignId}&status=eq.approved`, { fixed_release_id: build });
  await dana.patch("campaigns", campaignId, { status: "completed" });
  await visit(page, "/developer/campaigns");
  await page.getByRole("link", { name: "View Summary" }).click();
  await expect(page.getByRole("tab", { name: "Summary" })).toHaveAttribute("aria-selected", "true");
  const summary = page.getByRole("tabpanel");
  await expect(summary.getByRole("row", { name: /Cost per approved report \$20\.00/ })).toBeVisible();
  await expect(summary.getByRole("row", { name: /Bug Report 6/ })).toBeVisible();
  await expect(summary.getByRole("row", { name: "Fixed 1 of 1 approved report" })).toBeVisible();
  await expect(summary.getByRole("heading", { name: "1 approved report" })).toBeVisible();
  await expect(summary.getByRole("listitem").filter({ hasText: "Planner loses day 1" })).toContainText("Fixed in 1.3");
  await fitsPhone(page);
  const { text, headings } = await onPaper(page);
  // Findings by severity, the testers, then all figures.
  expect(headings).toEqual([
    ...["Bugs: Medium", "1 approved report", "Testers who reported", "All reports", "Trail food planner"],
  ]);
  expect(text.replace(/\s+/g, " ")).toMatch(
    /Rewards earned \$20\.00 .*Fixed 1 of 1 .*Planner loses day 1 .*Fixed in 1\.3/,
  );
  expect(text).toMatch(/Tess.*1 of 6 approved/);
  expect(text).not.toMatch(/My Campaigns|Log Out|Print summary/);
  // The analytics compare the campaign's own days, and none after its end.
  await visit(page, `/developer/campaigns/${campaignId}?tab=analytics`);
  await expect(page.getByRole("radio", { name: "Its last 7 days" })).toBeChecked();
  await expect(page.locator("dl > div", { hasText: "Reports" }).first()).toContainText("its last 7 days: 6, before: 0");
});

test(
  "S15 P2 the summary is readable by a link without an account, names no tester, and the link can be withdrawn",
  long,
  async ({ browser }) => {
    await visit(page, `/developer/campaigns/${campaignId}?tab=summary`);
    await page.getByRole("button", { name: "Share summary" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("How long it works").selectOption("90 days");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    expect(url).toMatch(/\/summary#[0-9a-f]{64}$/);
    await expect(dialog.getByText("Created just now")).toBeVisible();
    await fitsPhone(page);
    expect(await findings(page)).toEqual([]);

    const visitor = await openPage(await openDevice(browser, { phone: true }));
    await visitor.goto(url);
    await expect(visitor.getByRole("heading", { level: 1, name: "Trail food planner" })).toBeVisible();
    await expect(visitor.getByRole("row", { name: "Rewards earned $20.00" })).toBeVisible();
    await expect(visitor.getByRole("row", { name: "Fixed 1 of 1 approved report" })).toBeVisible();
    const found = visitor.getByRole("main").getByRole("listitem").filter({ hasText: "Planner loses day 1" });
    await expect(found).toContainText("Fixed in 1.3");
    expect(new URL(visitor.url()).hash).toBe("");
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await fitsPhone(visitor);
    expect(await findings(visitor)).toEqual([]);
    const { text, headings } = await onPaper(visitor);
    expect(headings).toEqual(["Bugs: Medium", "1 approved report", "All reports", "Trail food planner"]);
    expect(text).toContain("Fixed in 1.3");
    expect(text).not.toMatch(/Tess|Log In|Print summary/);

    await dialog.getByRole("button", { name: "Withdraw link" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw link" }).click();
    await expect(page.getByText("The link has been withdrawn")).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText(/This link no longer works/)).toBeVisible();
    await expect(visitor.getByRole("main").getByText("Planner loses day 1")).toBeHidden();
    await visitor.context().close();
  },
);

test(
  "S9 S10 S27 a test shows its duration and its developer's response time and approval rate, before and after applying",
  long,
  async () => {
    const otherId = randomUUID();
    const waiting = randomUUID();
    await insertCampaign(dana, { id: otherId, title: "Night map for hikers", effort_minutes: 20, auto_select: true });
    await product.sql.begin(async (sql) => {
      await sql`select set_config('betaflock.seeding', 'on', true)`;
      await sql`update feedback set status = 'approved', usefulness = 3, reason_code = '', reviewed_at = received_at + interval '2 hours'
      where campaign_id = ${campaignId}`;
      await sql`update feedback set status = 'rejected', usefulness = 0, reason_code = 'out_of_scope' where id = ${ids[0] ?? ""}`;
    });
    await visit(phone, `/tester/tests/${otherId}`);
    const fact = (label: string) => phone.locator("dl > div", { hasText: label });
    const figures = async () => {
      await expect(fact("Time needed")).toContainText("about 20 minutes");
      await expect(fact("Time to answer")).toContainText("2 hours");
      await expect(fact("Approved reports")).toContainText("83%");
      await fitsPhone(phone);
      expect(await findings(phone)).toEqual([]);
    };
    await figures();
    const application = applicationId(otherId, tess.id);
    await tess.insert("applications", { id: application, campaign_id: otherId, tester_id: tess.id });
    await tess.insert("feedback", {
      ...{ id: waiting, campaign_id: otherId, application_id: application, tester_id: tess.id, type: "bug", rating: 3 },
      ...{ summary: "The map dazzles at night", details: "It is white.", status: "submitted" },
    });
    await expect(phone.getByRole("heading", { name: "My reports on this test" })).toBeVisible({ timeout: 15_000 });
    const reported = `/tester/tests/${otherId}/report/${waiting}`;
    await visit(phone, reported);
    await phone.context().setOffline(true);
    await visit(phone, `/tester/tests/${otherId}`);
    await figures();
    await visit(phone, reported);
    await expect(phone.getByText("Usually answered within 2 hours.")).toBeVisible();
    await phone.context().setOffline(false);
  },
);

test("S14 tasks from several campaigns are one line with the sum, which expands", long, async () => {
  const titles = ["Compass for canoes", "Tide table for kayaks"];
  for (const title of titles) {
    const id = randomUUID();
    await insertCampaign(dana, { id, title, auto_select: false });
    await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
  }
  await visit(page, "/developer");
  const waiting = page.getByRole("list", { name: "Waiting for you" });
  const line = waiting.locator("summary", { hasText: "2 applicants waiting" });
  await expect(line).toBeVisible({ timeout: 15_000 });
  await expect(waiting.getByText(/applicants? wait/)).toHaveCount(1);
  await expect(waiting.getByRole("link", { name: /Tide table for kayaks/ })).toBeHidden();
  // Uses the keys for lists.
  await page.keyboard.press("j");
  await expect(line).toBeFocused();
  await page.keyboard.press("Enter");
  for (const title of titles) await expect(waiting.getByRole("link", { name: `${title} 1` })).toBeVisible();
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  await waiting.getByRole("link", { name: /Tide table for kayaks/ }).click();
  await expect(page).toHaveURL(/tab=applicants/);
  await expect(page.getByRole("heading", { level: 1, name: "Tide table for kayaks" })).toBeVisible();
});

test("S14 tasks are sentences: reports that auto-approve tomorrow, builds with critical reports", long, async () => {
  const other = randomUUID();
  await dana.insert("releases", { id: other, app_id: appId, developer_id: dana.id, version: "1.4", status: "draft" });
  /** Makes the first reports open and critical about these builds. */
  const wait = (builds: readonly string[]) =>
    product.sql.begin(async (sql) => {
      await sql`select set_config('betaflock.seeding', 'on', true)`;
      for (const [n, build] of builds.entries())
        await sql`update feedback set status = 'submitted', usefulness = 0, reason_code = '', reviewed_at = null, severity = 'critical',
          due_at = now() + interval '1 day', release_id = (select id from releases where app_id = ${appId} and version = ${build})
          where id = ${ids[n] ?? ""}`;
    });
  await wait(["1.3", "1.3"]);
  await page.goto(`${product.url}/developer`);
  const waiting = page.getByRole("list", { name: "Waiting for you" });
  await expect(waiting.getByText("2 reports are approved automatically tomorrow")).toBeVisible({ timeout: 30_000 });
  await expect(waiting.getByText("Build 1.3 has 2 critical bugs to review")).toBeVisible();
  await wait(["1.3", "1.3", "1.4"]);
  await page.reload();
  const builds = waiting.getByText("Builds 1.3 and 1.4 have 3 critical bugs to review");
  await expect(builds).toBeVisible({ timeout: 30_000 });
  await expect(waiting.getByText("3 reports are approved automatically tomorrow")).toBeVisible();
  await page.getByLabel("Language").selectOption("Español");
  const list = page.getByRole("list", { name: "Requieren tu atención" });
  await expect(list.getByText("Las compilaciones 1.3 y 1.4 tienen 3 errores críticos por revisar")).toBeVisible();
  await page.getByLabel("Idioma").selectOption("English");
  await fitsPhone(page);
  await builds.click();
  await waiting.getByRole("link", { name: /Version 1\.4/ }).click();
  await expect(page.getByRole("heading", { name: "Planner loses day 3", level: 2 })).toBeVisible();
});
