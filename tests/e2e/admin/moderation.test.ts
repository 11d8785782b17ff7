// An admin's tasks: flags, payouts, messages, rejected changes, the log, and the dashboard with
// their counts, offline where possible. A tester and a developer create the data through the API.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import {
  enter,
  fitsPhone,
  openDevice,
  openPage,
  password,
  resize,
  sendLogin,
  signIn,
  synced,
} from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { resetPageAfterEach, setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const mapId = "0a000000-0000-4000-8000-000000000001";
const appId = "0a000000-0000-4000-8000-000000000002";
const reportId = "0a000000-0000-4000-8000-000000000003";

const { product, dana, tess } = setUpDeveloperAndTester();
const ada = setUpPerson(product, "Ada Admin", "admin");
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  await insertCampaign(dana, { id: mapId, title: "Night map for hikers", auto_select: true });
  await dana.insert("apps", {
    ...{
      id: appId,
      developer_id: dana.id,
      title: "Night Map",
      description: "Maps for the night.",
      status: "draft",
    },
    ...{ platform: "android", type: "APK" },
  });
  const release = { id: randomUUID(), app_id: appId, developer_id: dana.id, version: "1", status: "published" };
  await dana.insert("releases", release);
  await dana.patch("apps", appId, { status: "published" });
  await tess.insert("applications", { id: applicationId(mapId, tess.id), campaign_id: mapId, tester_id: tess.id });
  await tess.insert("feedback", {
    ...{ id: reportId, campaign_id: mapId, application_id: applicationId(mapId, tess.id), tester_id: tess.id },
    ...{ type: "bug", rating: 4, severity: "high", device: "Pixel 8", summary: "The legend is dark", steps: "1. Open" },
    ...{ details: "It cannot be read.", status: "submitted" },
  });
  await dana.patch("feedback", reportId, { status: "approved", usefulness: 5 });
  await tess.patch("accounts", tess.id, { paypal_email: "tess@paypal.test" });
  await tess.insert("payouts", { id: randomUUID(), tester_id: tess.id, currency: "USD" });
  for (const [content_type, content_id, reason] of [
    ["app", appId, "It asks for my contacts."],
    ["campaign", mapId, "The reward is not what it says."],
  ])
    await tess.insert("flags", { id: randomUUID(), reporter_id: tess.id, content_type, content_id, reason });
  await dana.insert("flags", {
    ...{
      id: randomUUID(),
      reporter_id: dana.id,
      content_type: "feedback",
      content_id: reportId,
      reason: "Rude words.",
    },
  });
  await product.sql`insert into public.contact_messages (name, email, message) values ('Vera Visitor', 'vera@example.test', 'How do I begin?')`;
  await product.sql`insert into public.sync_rejections (user_id, collection, row_id, code, message)
    values (${tess.id}, 'feedback', ${reportId}, 'text_frozen', 'A submitted report can only be changed when changes are requested.')`;
  ({ context, page } = await enter(await openDevice(browser), product, { email: ada.email, home: "/admin" }));
});
resetPageAfterEach(() => page);
test.afterAll(() => context?.close());

const open = async (path: string, title: string) => {
  await visit(page, path);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
};
const card = (text: string) => page.getByRole("listitem").filter({ hasText: text });
const figure = (label: string) => page.locator("dl > div").filter({ hasText: label });

test(
  "B11 S23 the dashboard counts real records, shows flags and recent activity, and keeps its figures offline",
  long,
  async () => {
    await open("/admin", "Admin Dashboard");
    await expect(figure("Total Users")).toContainText("3");
    await expect(figure("Total Users")).toContainText("+3 this month");
    await expect(figure("Active Tests")).toContainText("1");
    await expect(figure("Pending Reviews")).toContainText("0");
    await expect(figure("Flagged Content")).toContainText("3");
    for (const [label, n] of [
      ["Testers", "1"],
      ["Developers", "1"],
      ["Admins", "1"],
    ] as const)
      await expect(page.locator("dl div").filter({ hasText: new RegExp(`^${label}${n}$`) })).toBeVisible();
    await expect(page.getByText("Dana Developer published a campaign")).toBeVisible();
    await expect(page.getByText("The reward is not what it says.")).toBeVisible();
    for (const name of ["Manage Users", "System Settings", "App Store"])
      await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toBeVisible();
    // Charts also have tables; the day and the month contain the same three users.
    const signUps = page.getByRole("heading", { name: "Sign-ups" }).locator("..");
    await signUps.getByText("View as a table").click();
    await expect(signUps.getByRole("row")).toHaveCount(2);
    await expect(signUps.getByRole("row").last()).toHaveText(/3$/);
    await page.getByRole("radio", { name: "12 months" }).check({ force: true });
    await expect(signUps.getByRole("rowheader")).toHaveText(/^\p{L}+ \d{4}$/u);
    await expect(signUps.getByRole("row").last()).toHaveText(/3$/);
    await fitsPhone(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You are offline")).toBeVisible();
    await expect(figure("Total Users")).toContainText("3");
    await expect(page.getByRole("heading", { name: "Active people per day" })).toBeVisible();
    await expect(page.getByText("Dana Developer published a campaign")).toBeVisible();
  },
);

test(
  "R4 S26 T11 flags are reviewed, resolved by hiding the content, dismissed and restored, partly offline",
  long,
  async () => {
    await open("/admin/flags", "Flags");
    await expect(page.getByRole("listitem")).toHaveCount(3);
    await fitsPhone(page);
    await context.setOffline(true);
    await card("Night Map").filter({ hasText: "contacts" }).getByRole("button", { name: "Review" }).click();
    await expect(page.getByRole("dialog")).toContainText("Maps for the night.");
    await page.getByRole("switch", { name: "Hide it from everyone" }).check();
    await page.getByLabel("Note").fill("It does ask for them.");
    await page.getByRole("button", { name: "Resolve and hide" }).click();
    await expect(page.getByText("Resolved and hidden")).toBeVisible();
    await card("Rude words").getByRole("button", { name: "Review" }).click();
    await expect(page.getByRole("dialog")).toContainText("It cannot be read.");
    await page.getByRole("button", { name: "Dismiss flag" }).click();
    await expect(page.getByText("Flag dismissed")).toBeVisible();
    await card("The reward is not what it says.").getByRole("button", { name: "Review" }).click();
    await page.getByRole("switch", { name: "Hide it from everyone" }).check();
    await page.getByRole("button", { name: "Resolve and hide" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await context.setOffline(false);
    await synced(page);
    const state = () => product.sql`
    select (select status from public.apps where id = ${appId}) as app, (select hidden from public.campaigns where id = ${mapId}) as campaign,
      (select hidden from public.feedback where id = ${reportId}) as report`;
    await expect.poll(state).toEqual([{ app: "hidden", campaign: true, report: false }]);
    // Hidden campaigns take no applications.
    const uma = await signUpByApi(product, "Uma Tester", "tester");
    await expect(
      uma.insert("applications", { id: applicationId(mapId, uma.id), campaign_id: mapId, tester_id: uma.id }),
    ).rejects.toThrow(/campaign_closed/);
    await page.locator("label").filter({ hasText: "Resolved" }).click();
    await card("It does ask for them.").getByRole("button", { name: "Restore content" }).click();
    await card("The reward is not what it says.").getByRole("button", { name: "Restore content" }).click();
    await expect.poll(state).toEqual([{ app: "published", campaign: false, report: false }]);
  },
);

/** Returns the lines of the file that "Export CSV" saves. */
async function exported(name: string): Promise<string[]> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
  return readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
}

test("R4 T8 payouts are exported for PayPal and marked as failed, with a reason, and as paid", long, async () => {
  await open("/admin/payouts", "Payouts");
  const row = page.getByRole("row").filter({ hasText: "Tess Tester" });
  await expect(row).toContainText("$20.00");
  await fitsPhone(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export for PayPal" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("paypal-USD.csv");
  const [payout] = await product.sql<{ id: string }[]>`select id from public.payouts`;
  expect(readFileSync(await file.path(), "utf8")).toBe(
    `tess@paypal.test,20.00,USD,${payout?.id},"Betaflock, Tess Tester"\r\n`,
  );
  await page.getByRole("button", { name: "Actions for Tess Tester" }).click();
  await page.getByRole("menuitem", { name: "Mark as failed" }).click();
  await page.getByRole("button", { name: "Mark as failed" }).click();
  await expect(page.getByText("Required")).toBeVisible();
  await page.getByLabel("Reason").fill("The address does not exist.");
  await page.getByRole("button", { name: "Mark as failed" }).click();
  await expect(page.getByText("Marked as failed")).toBeVisible();
  await synced(page);
  const rewards = () => product.sql`select status from public.rewards`;
  await expect.poll(rewards).toMatchObject([{ status: "earned" }]);
  await tess.insert("payouts", { id: randomUUID(), tester_id: tess.id, currency: "USD" });
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Mark all as paid" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 payout is not in the file that you exported.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as paid" }).click();
  await expect(page.getByText("No payouts here")).toBeVisible();
  await synced(page);
  await expect.poll(rewards).toMatchObject([{ status: "paid" }]);
  // The server's lists as files, with the current filter.
  await page.locator("label").filter({ hasText: "Failed" }).click();
  await expect(page.getByRole("row").filter({ hasText: "The address does not exist." })).toBeVisible();
  const [columns, ...lines] = await exported("payouts");
  expect(columns).toBe("id,status,amount,currency,reason,tester_id,tester,paypal_email,requested_at,decided_at");
  expect(lines).toEqual([expect.stringContaining("failed,20.00,USD,The address does not exist.,")]);
  await open("/admin/campaigns?q=night", "Campaigns");
  expect(await exported("campaigns")).toEqual([
    expect.stringContaining("id,title,status,visibility,hidden,organization,developer_id,developer,testers_joined"),
    expect.stringContaining(`${mapId},Night map for hikers,active,public,false,`),
  ]);
  await fitsPhone(page);
  await open("/admin/apps?status=draft", "Apps");
  expect(await exported("apps")).toHaveLength(1);
  await open("/admin/apps", "Apps");
  expect((await exported("apps"))[1]).toContain(`${appId},Night Map,published,android,1,`);
  expect(await product.sql`select coalesce(sum(amount_cents), 0)::int as sum from public.ledger_entries`).toEqual([
    { sum: 0 },
  ]);
});

test(
  "B11 S24 a user's page shows their data and activity, is linked from their name, and stays available offline",
  long,
  async () => {
    await visit(page, "/admin/flags?show=all");
    await page.getByRole("link", { name: "Tess Tester" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Tess Tester" })).toBeVisible();
    await expect(page.getByText(tess.email)).toBeVisible();
    const panel = page.getByRole("tabpanel");
    await expect(panel.getByText("Night map for hikers")).toBeVisible();
    for (const [tab, text] of [
      ["Reports", "The legend is dark"],
      ["Payouts", /\$\d+\.00/],
      ["Flags", "It asks for my contacts."],
      ["Activity", "registered"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(panel.getByText(text).first()).toBeVisible();
    }
    await fitsPhone(page);
    // Its entries open.
    await page.getByRole("tab", { name: "Reports" }).click();
    await panel.getByRole("button", { name: "The legend is dark" }).click();
    await expect(page.getByRole("dialog").getByText("It cannot be read.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Flags" }).click();
    await panel.getByRole("link", { name: "Night Map", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Night Map" })).toContainText("Maps for the night.");
    await page.goBack();
    await page.getByRole("tab", { name: "Tests" }).click();
    await panel.getByRole("link", { name: "Night map for hikers" }).click();
    await expect(page.getByRole("dialog", { name: "Night map for hikers" })).toBeVisible();
    await page.goBack();
    // A table on a desktop, cards on a phone.
    const cells = panel.getByRole("row").filter({ hasText: "Night map for hikers" }).locator("th, td");
    const apart = async () => {
      const [title, date] = [await cells.first().boundingBox(), await cells.nth(2).boundingBox()];
      return (date?.y ?? Number.NaN) - (title?.y ?? Number.NaN);
    };
    await resize(page, { width: 1440, height: 900 });
    await expect(panel.getByRole("columnheader")).toHaveText(["Title", "Status", "Applied on"]);
    expect(await apart()).toBe(0);
    await page.getByRole("tab", { name: "Reports" }).click();
    await expect(panel.getByRole("columnheader")).toHaveText(["Summary", "Campaign", "Status", "Reward", "Received"]);
    await page.getByRole("tab", { name: "Tests" }).click();
    await resize(page, { width: 390, height: 844 });
    await expect.poll(apart).toBeGreaterThan(20);
    await resize(page, { width: 1280, height: 720 });
    await page.getByRole("tab", { name: "Activity" }).click();
    await expect(panel.getByText("registered")).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You are offline").first()).toBeVisible();
    await expect(panel.getByText("registered")).toBeVisible();
    // A page that was never opened is not available.
    await visit(page, `/admin/users/${dana.id}`);
    await expect(page.getByText("This needs a connection")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Dana Developer" })).toBeVisible();
    await expect(panel.getByText("Night map for hikers")).toBeVisible();
    // A developer's page shows reports on their campaigns and their costs.
    await expect(figure("Paid to testers")).toContainText("$20.00");
    await expect(figure("Owed to testers")).toContainText("$0.00");
    await expect(figure("Reports received")).toContainText("1");
    await page.getByRole("tab", { name: "Reports received" }).click();
    await expect(panel.getByRole("link", { name: "Tess Tester" })).toBeVisible();
    await fitsPhone(page);
    await panel.getByRole("button", { name: "The legend is dark" }).click();
    await expect(page.getByRole("dialog").getByText("It cannot be read.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Search or jump to…" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("tess");
    await page.getByRole("option", { name: /^Tess Tester/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tess Tester" })).toBeVisible();
    await visit(page, `/admin/users/${randomUUID()}`);
    await expect(page.getByText("There is no such user")).toBeVisible();
  },
);

test(
  "B11 S24 T9 an admin ends a session with a reason, which logs the device out and is shown to the user",
  long,
  async ({ browser }) => {
    const device = await openDevice(browser, { phone: true });
    const phone = await openPage(device);
    await phone.goto(`${product.url}/login`);
    await sendLogin(phone, tess.email);
    await phone.waitForURL(`${product.url}/tester`);
    await synced(phone);
    const ofBrowsers = () =>
      product.sql`select id from auth.sessions where user_id = ${tess.id} and user_agent like 'Mozilla%'`;
    expect(await ofBrowsers()).toHaveLength(1);
    await visit(page, `/admin/users/${tess.id}?tab=sessions`);
    const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
    const ofPhone = sessions.filter({ hasText: /Chrome on .*Last used/ });
    await expect(ofPhone).toHaveCount(1);
    await fitsPhone(page);
    await ofPhone.getByRole("button", { name: "End session" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "End session" }).click();
    await expect(dialog.getByText("Required")).toBeVisible();
    await dialog.getByLabel("Reason").fill("A stolen phone.");
    await dialog.getByRole("button", { name: "End session" }).click();
    await expect(page.getByText("Tess Tester has been logged out on", { exact: false })).toBeVisible();
    await expect(ofPhone).toHaveCount(0);
    expect(await ofBrowsers()).toEqual([]);
    // The device notices with its next call, keeps its data, and asks for the password.
    await phone.reload();
    await expect(phone.getByText("Sign in again to send your changes")).toBeVisible({ timeout: 90_000 });
    await phone.getByLabel("Password").fill(password);
    await phone.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(phone.getByText("Sign in again to send your changes")).toHaveCount(0);
    await visit(phone, "/notifications");
    await expect(phone.getByText("An admin logged you out on a device")).toBeVisible();
    await expect(phone.getByText("A stolen phone.")).toBeVisible();
    await page.getByRole("tab", { name: "Activity" }).click();
    await expect(page.getByRole("tabpanel").getByText("ended a session").first()).toBeVisible();
    await expect(page.getByRole("tabpanel").getByText("Reason: A stolen phone.")).toBeVisible();
    // The current session cannot be ended here.
    await visit(page, `/admin/users/${ada.id}?tab=sessions`);
    await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
    await expect(sessions.filter({ hasText: "This device" }).getByRole("button")).toHaveCount(0);
    await device.close();
  },
);

test(
  "B11 R4 all campaigns and apps are searched and filtered, link to their pages, and stay available offline",
  long,
  async () => {
    await dana.insert("campaigns", {
      ...{ id: randomUUID(), developer_id: dana.id, title: "A draft nobody sees", category: "travel", status: "draft" },
      ...{ description: "Can the map be read in the dark?", start_date: inDays(1), end_date: inDays(20) },
      reward_amount_cents: 2000,
    });
    await visit(page, "/admin");
    const more = page.getByRole("complementary").getByRole("navigation", { name: "Operations" });
    await more.getByRole("link", { name: "Campaigns" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
    const rows = page.getByRole("row");
    await expect(rows).toHaveCount(3);
    await page.getByLabel("Status").selectOption("Draft");
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText("A draft nobody sees");
    await page.getByLabel("Search by title or developer").fill("night");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rows).toHaveCount(3);
    const dialog = page.getByRole("dialog");
    const fact = (label: string) =>
      dialog.locator("dl > div").filter({ has: page.locator("dt").getByText(label, { exact: true }) });
    await page.getByRole("link", { name: "A draft nobody sees" }).click();
    await expect(dialog.getByText("Can the map be read in the dark?")).toBeVisible();
    await expect(fact("Reward")).toContainText("$20.00");
    await expect(fact("Testers")).toContainText("0 of");
    await expect(dialog.getByText("There are no flags.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    // The page lists its flags, which can hide and restore it.
    await page.getByRole("link", { name: "Night map for hikers" }).click();
    await expect(fact("Reports: Approved")).toContainText("1");
    const flag = dialog.getByRole("article").filter({ hasText: "The reward is not what it says." });
    await flag.getByRole("button", { name: "Hide content" }).click();
    await expect(flag.getByText("Hidden", { exact: true })).toBeVisible();
    expect(await product.sql`select hidden from public.campaigns where id = ${mapId}`).toEqual([{ hidden: true }]);
    await flag.getByRole("button", { name: "Restore content" }).click();
    await expect(flag.getByText("Hidden", { exact: true })).toHaveCount(0);
    expect(await product.sql`select hidden from public.campaigns where id = ${mapId}`).toEqual([{ hidden: false }]);
    await fitsPhone(page);
    await fact("Developer").getByRole("link", { name: "Dana Developer" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dana Developer" })).toBeVisible();
    await page.getByRole("tabpanel").getByRole("link", { name: "Night map for hikers" }).click();
    await fact("Organization").getByRole("link").click();
    await expect(page).toHaveURL(/\/organizations\//);
    await visit(page, "/admin/apps");
    await expect(rows.last()).toContainText("Night Map");
    await fitsPhone(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You are offline").first()).toBeVisible();
    await expect(rows.last()).toContainText("Night Map");
    await context.setOffline(false);
    await page.getByRole("link", { name: "Night Map" }).click();
    await expect(dialog.getByText("Maps for the night.")).toBeVisible();
    await expect(dialog.getByRole("article").filter({ hasText: "It asks for my contacts." })).toBeVisible();
    await dialog.getByRole("link", { name: "Open its page" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Night Map" })).toBeVisible();
  },
);

test(
  "S26 T8 a new device lists earlier decisions from the server, and offline the ones it loaded last",
  long,
  async ({ browser }) => {
    const { context: newContext, page: tab } = await enter(await openDevice(browser), product, {
      email: ada.email,
      home: "/admin/flags?show=resolved",
    });
    const listed = async () => {
      await visit(tab, "/admin/payouts?show=paid");
      await expect(tab.getByRole("row").filter({ hasText: "Tess Tester" })).toContainText("$20.00");
      await visit(tab, "/admin/flags?show=dismissed");
      await expect(tab.getByRole("listitem").filter({ hasText: "Rude words" })).toBeVisible();
    };
    // It is not on this device: the server hides and shows it.
    const decided = tab.getByRole("listitem").filter({ hasText: "The reward is not what it says." });
    const mapHidden = () => product.sql`select hidden from public.campaigns where id = ${mapId}`;
    await decided.getByRole("button", { name: "Hide content" }).click();
    await expect(decided.getByText("Hidden", { exact: true })).toBeVisible();
    await expect.poll(mapHidden).toEqual([{ hidden: true }]);
    await decided.getByRole("button", { name: "Restore content" }).click();
    await expect(decided.getByText("Hidden", { exact: true })).toHaveCount(0);
    await expect.poll(mapHidden).toEqual([{ hidden: false }]);
    await listed();
    await fitsPhone(tab);
    await newContext.setOffline(true);
    // From its disk.
    await tab.reload();
    await listed();
    await expect(tab.getByText("This is what you last saw")).toBeVisible();
    await newContext.close();
  },
);

test(
  "S3 R4 contact messages are marked as done; rejected changes are found by reason; the log shows old and new values",
  long,
  async () => {
    await open("/admin/messages", "Messages");
    await expect(card("How do I begin?")).toContainText("vera@example.test");
    await fitsPhone(page);
    await card("How do I begin?").getByRole("button", { name: "Reply by email" }).click();
    // The page reports a missing mail server before the admin writes a reply.
    await expect(card("How do I begin?")).toContainText("Email is not set up on this server");
    await card("How do I begin?").getByLabel("Reply").fill("Open a test and apply.");
    await fitsPhone(page);
    await expect(card("How do I begin?").getByRole("button", { name: "Send reply" })).toHaveCount(0);
    const ownApp = card("How do I begin?").getByRole("link", { name: "Open in your email app" });
    await expect(ownApp).toHaveAttribute(
      "href",
      /^mailto:vera@example\.test\?subject=Our%20reply.*&body=Open%20a%20test%20and%20apply\.%0D%0A%0D%0A%3E%20How/,
    );
    // A reload keeps the text.
    await page.reload();
    await expect(card("How do I begin?").getByLabel("Reply")).toHaveValue("Open a test and apply.");
    // With a fake mail server, an unsent reply is shown as unsent, never as answered.
    await page.route("**/functions/v1/mail", (route) => route.fulfill({ json: { ready: true } }));
    await page.reload();
    await card("How do I begin?").getByRole("button", { name: "Send reply" }).click();
    await expect(card("How do I begin?")).toContainText("Written by Ada Admin");
    await expect(card("How do I begin?")).toContainText("Could not be sent");
    await expect(card("How do I begin?").getByLabel("Reply")).toHaveCount(0);
    await expect(ownApp).toBeVisible();
    await fitsPhone(page);
    await product.sql`update private.contact_replies set failure = '550 No such mailbox'`;
    await page.reload();
    await expect(card("How do I begin?")).toContainText("The mail server rejected it: 550 No such mailbox");
    await product.sql`update private.contact_replies set failure = '', mailed_at = now()`;
    await page.reload();
    await expect(card("How do I begin?")).toContainText("Answered by Ada Admin");
    await expect(card("How do I begin?").getByText("Sent", { exact: true })).toBeVisible();
    await expect(ownApp).toHaveCount(0);
    await page.unroute("**/functions/v1/mail");
    const mails = async () =>
      (await (await fetch(`${product.url}/dev/mail/messages.json`)).json()) as { to: string; text: string }[];
    await expect
      .poll(async () => (await mails()).find(({ to }) => to === "vera@example.test")?.text)
      .toContain("Open a test and apply.");
    await card("How do I begin?").getByRole("button", { name: "Mark as done" }).click();
    await expect(page.getByText("No messages here")).toBeVisible();
    await page.locator("label").filter({ hasText: "Done" }).click();
    await expect(card("How do I begin?")).toContainText("Done by Ada Admin");

    await open("/admin/rejections", "Rejected changes");
    const rejection = page.getByRole("row").filter({ hasText: "Tess Tester" });
    const serversWords = rejection.getByText("can only be changed when changes are requested");
    await expect(rejection).toContainText("Report already submitted text_frozen");
    await expect(serversWords).toBeHidden();
    await fitsPhone(page);
    await page.getByLabel("Language").selectOption("es");
    await expect(rejection).toContainText("Informe ya enviado text_frozen");
    await page.getByLabel("Motivo").selectOption("Informe ya enviado · text_frozen (1)");
    await expect(serversWords).toBeHidden();
    await rejection.getByText("Mensaje del servidor").click();
    await expect(serversWords).toBeVisible();
    await page.getByLabel("Idioma").selectOption("en");
    await page.getByLabel("Search rejected changes").fill("nobody");
    await expect(page.getByText("No rejected changes match")).toBeVisible();

    await open("/admin/activity", "Activity log");
    const entries = page.locator("[role=listitem]");
    await page.getByLabel("Action").selectOption("resolved a flag");
    // One user, day and kind make one expandable entry. Offline the device may send the review and
    // the resolution in one step or two.
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText("resolved a flag · 2 times");
    await entries.getByText("Show each").click();
    await expect(
      entries.locator("details > ul > li", { hasText: /before: (Pending|Under review) → after: Resolved/ }),
    ).toHaveCount(2);
    await page.getByLabel("Action").selectOption("All actions");
    await expect(
      entries
        .filter({ hasText: "saved settings" })
        .or(entries.filter({ hasText: "registered" }))
        .first(),
    ).toBeVisible();
    // By the action's label in this language: on the server, and offline in loaded entries.
    const search = page.getByLabel("Search the log");
    await search.fill("payout");
    await expect(entries).toHaveCount(2);
    await search.fill("");
    await expect(entries.nth(2)).toBeVisible();
    await context.setOffline(true);
    await search.fill("payout");
    await expect(entries).toHaveCount(2);
    await fitsPhone(page);
  },
);

test("S26 T8 the queue says when the server may have more entries than this device", long, async ({ browser }) => {
  await product.sql.begin(async (tx) => {
    await tx`select set_config('betaflock.seeding', 'on', true)`;
    await tx`insert into flags (id, reporter_id, content_type, content_id, content_title, reason)
      select gen_random_uuid(), ${tess.id}, 'campaign', ${mapId}, 'Night map for hikers', 'Flag ' || n from generate_series(1, 1000) n`;
  });
  const newContext = await browser.newContext({ serviceWorkers: "block" });
  const tab = await newContext.newPage();
  await signIn(tab, product, ada.email, "/admin/flags");
  await expect(tab.getByText("More may be waiting")).toBeVisible();
  await fitsPhone(tab);
  // The list is complete even without the code for long lists.
  const flags = tab.getByRole("list", { name: "Flags" }).getByRole("listitem");
  expect(await flags.count()).toBeLessThan(200);
  await newContext.route("**/virtual-rows-*.js", (route) => route.abort());
  await tab.reload();
  await expect(flags).toHaveCount(1000);
  // Load the page, because an app that cannot load a part of its code may reload itself.
  await tab.goto(`${product.url}/admin/payouts`);
  await expect(tab.getByRole("heading", { name: "Payouts", level: 1 })).toBeVisible();
  await expect(tab.getByText("No payouts here")).toBeVisible();
  await expect(tab.getByText("More may be waiting")).toBeHidden();
  await newContext.close();
});
