// Two team members share a campaign's reports: both, and the tester, see each report's assignee.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const org = randomUUID();
const shared = randomUUID();
const alone = randomUUID();
const ids = Array.from({ length: 4 }, () => randomUUID());

const { product, dana, tess } = setUpDeveloperAndTester();
const rita = setUpPerson(product, "Rita Reviewer", "developer");
let desk: Page;
/** Rita's page. */
let phone: Page;
let tessPhone: Page;

const home = "/developer";
const feedback = (campaign: string, more = "") => `/developer/campaigns/${campaign}?tab=feedback${more}`;
const reader = (page: Page) => page.getByRole("article");
const row = (page: Page, n: number) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name: new RegExp(`Planner loses day ${n}`) }) });
const assigneeOf = async (n: number) =>
  (await product.sql`select assignee_id from feedback where id = ${ids[n - 1] ?? ""}`)[0]?.assignee_id;
const filter = (page: Page) => page.getByRole("combobox", { name: "Assigned to" });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  await product.sql`insert into organizations (id, name) values (${org}, 'Trail Team')`;
  await product.sql`insert into organization_members (org_id, user_id, role)
    values (${org}, ${dana.id}, 'owner'), (${org}, ${rita.id}, 'reviewer')`;
  await insertCampaign(dana, { id: shared, org_id: org, title: "Trail food planner", auto_select: true });
  await insertCampaign(dana, { id: alone, title: "A planner of her own", auto_select: true });
  for (const campaign of [shared, alone]) {
    await tess.insert("applications", {
      ...{ id: applicationId(campaign, tess.id), campaign_id: campaign, tester_id: tess.id },
    });
  }
  const report = (campaign_id: string, id: string, n: number) => ({
    ...{ id, campaign_id, application_id: applicationId(campaign_id, tess.id), tester_id: tess.id, type: "bug" },
    ...{ rating: 3, summary: `Planner loses day ${n}`, details: "It is empty.", status: "submitted" },
  });
  for (const [n, id] of ids.entries()) await tess.insert("feedback", report(shared, id, n + 1));
  await tess.insert("feedback", report(alone, randomUUID(), 1));
  [desk, phone, tessPhone] = await Promise.all([
    enter(await openDevice(browser), product, { email: dana.email, home }).then(({ page }) => page),
    enter(await openDevice(browser, { phone: true }), product, { email: rita.email, home }).then(({ page }) => page),
    enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" }).then(
      ({ page }) => page,
    ),
  ]);
});

test(
  "B1 O1 S18 a report is assigned offline, the colleague gets a notification, and the tester sees the assignee",
  long,
  async () => {
    await visit(desk, feedback(shared, `&report=${ids[1]}`));
    await expect(reader(desk).getByRole("button", { name: "Assign…" })).toBeVisible();
    await reader(desk).getByRole("button", { name: "Assign…" }).click();
    const dialog = desk.getByRole("dialog", { name: "Assign report" });
    await expect(dialog.getByRole("button", { name: /Rita Reviewer/ })).toBeVisible();
    await expect(dialog.getByRole("button", { name: /Dana Developer/ })).toHaveCount(1);
    expect(await findings(desk)).toEqual([]);
    await dialog.getByLabel("Search by name or email").fill("nobody of that name");
    await expect(dialog.getByText("No members found")).toBeVisible();
    await dialog.getByRole("button", { name: "Clear search" }).click();
    await expect(dialog.getByRole("button", { name: /Rita Reviewer/ })).toBeVisible();
    await desk.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);

    await desk.context().setOffline(true);
    await reader(desk).getByRole("button", { name: "Assign…" }).click();
    await expect(dialog.getByText("You are offline.", { exact: false })).toBeVisible();
    await dialog.getByRole("button", { name: /Rita Reviewer/ }).click();
    await expect(reader(desk).getByText("Rita Reviewer")).toBeVisible();
    await expect(reader(desk).getByText("Not sent yet")).toBeVisible();
    await expect(row(desk, 2).getByText("Rita Reviewer")).toBeVisible();
    await desk.getByRole("button", { name: "Filters" }).click();
    await filter(desk).selectOption("Assigned to Rita Reviewer");
    await expect(desk).toHaveURL(new RegExp(`assignee=${rita.id}`));
    await expect(row(desk, 1)).toHaveCount(0);
    await expect(row(desk, 2)).toHaveCount(1);
    await filter(desk).selectOption("Unassigned");
    await expect(row(desk, 2)).toHaveCount(0);
    await expect(row(desk, 1)).toHaveCount(1);
    await filter(desk).selectOption("All assignees");
    await desk.context().setOffline(false);
    await synced(desk);
    expect(await assigneeOf(2)).toBe(rita.id);

    await visit(phone, "/notifications");
    await phone.getByRole("link", { name: /Dana Developer assigned a report to you/ }).click();
    await expect(phone.getByRole("heading", { name: "Planner loses day 2" })).toBeVisible();
    await expect(reader(phone).getByText("You", { exact: true })).toBeVisible();
    await fitsPhone(phone);
    await phone.getByRole("button", { name: "All reports" }).click();
    await phone.getByRole("button", { name: "Filters" }).click();
    await filter(phone).selectOption("Assigned to me");
    await expect(row(phone, 2)).toBeVisible();
    await expect(row(phone, 1)).toHaveCount(0);
    await fitsPhone(phone);

    await visit(tessPhone, `/tester/tests/${shared}/report/${ids[1]}`);
    await expect(tessPhone.getByText("Rita Reviewer is looking at it.")).toBeVisible();
    await fitsPhone(tessPhone);
  },
);

test(
  "B10 O1 S18 members share a reply and a view offline, and both change them; an app moves to the organization",
  long,
  async () => {
    await visit(desk, "/account");
    await desk.context().setOffline(true);
    const dialog = desk.getByRole("dialog");
    await desk.getByRole("button", { name: "New reply" }).click();
    await dialog.getByLabel("When").selectOption({ index: 0 });
    await dialog.getByLabel("Text").fill("Which version was it?");
    await dialog.getByRole("button", { name: "Save reply" }).click();
    await desk.getByRole("button", { name: "Share reply" }).click();
    await desk.getByRole("menuitem", { name: "Share with Trail Team" }).click();
    await expect(desk.getByText("Shared with Trail Team")).toBeVisible();
    await expect(desk.getByRole("list", { name: "Saved replies" })).toHaveCount(0);
    await expect(desk.getByRole("list", { name: "Shared in Trail Team" })).toContainText("Which version was it?");
    expect(await findings(desk)).toEqual([]);
    await visit(desk, feedback(shared, "&status=all&q=day"));
    await desk.getByRole("button", { name: "Saved views" }).click();
    await desk.getByRole("menuitem", { name: "Save this view…" }).click();
    await dialog.getByLabel("Name").fill("By day");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await desk.getByRole("button", { name: "Saved views" }).click();
    await desk.getByRole("menuitem", { name: "Manage views…" }).click();
    await dialog.getByRole("button", { name: "Share “By day”" }).click();
    await desk.getByRole("menuitem", { name: "Share with Trail Team" }).click();
    await expect(dialog.getByRole("list", { name: "Shared in Trail Team" })).toContainText("By day");
    expect(await findings(desk)).toEqual([]);
    await desk.keyboard.press("Escape");
    await desk.context().setOffline(false);
    await synced(desk);

    await visit(phone, "/account");
    const ours = phone.getByRole("list", { name: "Shared in Trail Team" });
    await ours.getByRole("button", { name: "Edit reply" }).click();
    await phone.getByRole("dialog").getByLabel("Text").fill("Which version was it, please?");
    await phone.getByRole("dialog").getByRole("button", { name: "Save reply" }).click();
    await expect(ours).toContainText("Which version was it, please?");
    await fitsPhone(phone);
    await visit(phone, feedback(shared));
    await phone.getByRole("button", { name: "Saved views" }).click();
    await expect(phone.getByRole("menuitem", { name: /By day/ })).toContainText("Trail Team");
    await phone.keyboard.press("Escape");
    await synced(phone);
    await visit(desk, "/account");
    await expect(desk.getByRole("list", { name: "Shared in Trail Team" })).toContainText(
      "Which version was it, please?",
    );

    const app = randomUUID();
    await dana.insert("apps", {
      id: app,
      developer_id: dana.id,
      title: "Trail Snacks",
      platform: "android",
      type: "APK",
    });
    await insertCampaign(dana, { id: randomUUID(), app_id: app, title: "Snacks on the trail" });
    await visit(desk, `/developer/apps/${app}`);
    await desk.getByRole("button", { name: "More actions" }).click();
    await desk.getByRole("menuitem", { name: "Move to an organization…" }).click();
    await expect(dialog.getByLabel("Organization")).toHaveValue(org);
    await expect(dialog.getByText("1 campaign with its applicants", { exact: false })).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await dialog.getByRole("button", { name: "Move app" }).click();
    await expect(desk.getByText("“Trail Snacks” belongs to Trail Team now")).toBeVisible();
    expect(await product.sql`select org_id from campaigns where app_id = ${app}`).toEqual([{ org_id: org }]);
  },
);

test(
  "B1 S18 a key assigns the open report to the user, several are assigned together, and a removed member has none",
  long,
  async () => {
    await visit(desk, feedback(shared, `&report=${ids[0]}`));
    await expect(desk.getByRole("heading", { name: "Planner loses day 1", level: 2 })).toBeVisible();
    await desk.keyboard.press("?");
    const shortcuts = desk.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts.getByText("Assign to me")).toBeVisible();
    await desk.keyboard.press("Escape");
    await expect(shortcuts).toHaveCount(0);
    await desk.keyboard.press("i");
    await expect(reader(desk).getByText("You", { exact: true })).toBeVisible();
    await expect(reader(desk).getByRole("button", { name: "Assign to me" })).toHaveCount(0);
    await expect.poll(() => assigneeOf(1)).toBe(dana.id);

    for (const n of [3, 4]) await desk.getByRole("checkbox", { name: `Choose “Planner loses day ${n}”` }).check();
    await desk.getByRole("button", { name: "More actions for selected reports" }).click();
    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => (answer = done));
    await desk.route("**/rpc/list_reviewers", async (route) => {
      await held;
      await route.continue();
    });
    await desk.getByRole("menuitem", { name: "Assign…" }).click();
    const dialog = desk.getByRole("dialog", { name: "Assign 2 reports" });
    const choice = dialog.getByRole("button", { name: /Rita Reviewer/ });
    // The last loaded list appears at once, and stays in place after the response.
    await expect(dialog.getByText("Loading members…")).toBeVisible();
    await choice.click({ trial: true });
    const before = await choice.boundingBox();
    answer?.();
    await expect(dialog.getByText("Loading members…")).toHaveCount(0);
    expect(await choice.boundingBox()).toEqual(before);
    await choice.click();
    for (const n of [3, 4]) await expect(row(desk, n).getByText("Rita Reviewer")).toBeVisible();
    await expect.poll(async () => [await assigneeOf(3), await assigneeOf(4)]).toEqual([rita.id, rita.id]);

    await visit(desk, feedback(shared, `&report=${ids[1]}&assignee=${rita.id}`));
    await expect(row(desk, 2)).toBeVisible();
    const { status } = await dana.ask("POST", "rpc/remove_member", { org_id: org, user_id: rita.id });
    expect(status).toBeLessThan(300);
    await expect(desk.getByText("No reports found")).toBeVisible();
    await desk.getByRole("button", { name: "Clear filters" }).click();
    await expect(reader(desk).getByRole("button", { name: "Assign…" })).toBeVisible();
  },
);

test("B1 S18 a developer who works alone sees no assignees", long, async () => {
  await visit(desk, feedback(alone));
  await expect(desk.getByRole("heading", { name: "Planner loses day 1", level: 2 })).toBeVisible();
  await expect(filter(desk)).toHaveCount(0);
  await expect(reader(desk).getByText("Assigned to", { exact: false })).toHaveCount(0);
  await expect(desk.getByRole("button", { name: /^Assign/ })).toHaveCount(0);
});

test(
  "S18 R9 a report's properties are in a panel next to its text, or in one line above it on narrow screens",
  long,
  async () => {
    await desk.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await visit(desk, feedback(shared, `&report=${ids[2]}`));
    const properties = reader(desk).getByRole("group", { name: "Properties" });
    const text = reader(desk).getByText("It is empty.");
    const boxes = async () => {
      const [panel, words, heading] = await Promise.all(
        [properties, text, desk.locator("#report-heading")].map((one) => one.boundingBox()),
      );
      if (!panel || !words || !heading) throw new Error("the report is not open");
      return { panel, words, heading };
    };
    // Screen readers get the labels; Tab goes from the decision buttons to the properties, and on.
    await expect(properties.getByRole("term")).toHaveText(["Priority", "Tags", "Assigned to"]);
    const wide = await boxes();
    expect(wide.panel.x).toBeGreaterThanOrEqual(wide.words.x + wide.words.width);
    expect(wide.panel.y).toBeLessThan(wide.heading.y);
    await reader(desk).getByRole("button", { name: "Duplicate" }).focus();
    await desk.keyboard.press("Tab");
    await expect(properties.getByRole("button", { name: "Set priority" })).toBeFocused();
    await desk.keyboard.press("p");
    await expect(desk.getByRole("dialog", { name: "Priority of the report" })).toBeVisible();
    await desk.keyboard.press("3");
    await properties.getByRole("button", { name: "Copy as an issue" }).click();
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toContain("Planner loses day 3");
    await desk.keyboard.press("t");
    await desk
      .getByRole("dialog")
      .getByRole("combobox", { name: "Tags" })
      .or(desk.getByLabel("Tags"))
      .last()
      .fill("offline, release blocker");
    await desk.getByRole("button", { name: "Save tags" }).click();
    await expect(properties.getByText("release blocker", { exact: true })).toBeVisible();
    expect(await findings(desk)).toEqual([]);

    for (const [width, height] of [
      [1279, 800],
      [1024, 768],
      [640, 400],
      [390, 844],
      [320, 568],
    ] as const) {
      await resize(desk, { width, height });
      await expect(properties.getByRole("button", { name: "Actions for this report" })).toBeVisible();
      const { panel, words, heading } = await boxes();
      expect.soft({ width, ok: panel.height <= 48 }).toEqual({ width, ok: true });
      expect.soft({ width, ok: panel.y > heading.y && panel.y + panel.height <= words.y }).toEqual({ width, ok: true });
      await fitsPhone(desk);
    }
    // All values can be changed here, the rest is in the menu.
    for (const name of ["Change priority: High", "Change tags: offline, release blocker", "Assign…"])
      await expect(properties.getByRole("button", { name })).toBeInViewport();
    await properties.getByRole("button", { name: "Actions for this report" }).click();
    for (const name of ["Copy as an issue", "Report to the admins", "Assign to me"])
      await expect(desk.getByRole("menuitem", { name })).toBeVisible();
    await desk.getByRole("menuitem", { name: "Assign to me" }).click();
    await expect(properties.getByRole("button", { name: "Change assignee: You" })).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await resize(desk, { width: 1440, height: 900 });
  },
);
