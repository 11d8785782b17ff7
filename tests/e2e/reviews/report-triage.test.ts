// A team's internal priority and tags of reports: by keyboard, in bulk and offline.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const campaign = randomUUID();
const ids = Array.from({ length: 4 }, () => randomUUID());
const { product, dana, tess } = setUpDeveloperAndTester();
const otto = setUpPerson(product, "Otto Other", "tester");
let desk: Page;
/** Dana's phone. */
let phone: Page;
let tessPhone: Page;

const review = (more = "") => `/developer/campaigns/${campaign}?tab=feedback${more}`;
const reader = (page: Page) => page.getByRole("article");
const row = (page: Page, n: number) =>
  page.getByRole("listitem").filter({ has: page.getByRole("button", { name: new RegExp(`Planner loses day ${n}`) }) });
const stored = async (n: number) =>
  (await product.sql`select priority, tags from private.report_triage where feedback_id = ${ids[n - 1] ?? ""}`)[0];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  await insertCampaign(dana, { id: campaign, title: "Trail food planner", auto_select: true });
  for (const who of [tess, otto]) {
    await who.insert("applications", {
      ...{ id: applicationId(campaign, who.id), campaign_id: campaign, tester_id: who.id },
    });
  }
  for (const [n, id] of ids.entries()) {
    const who = n === 2 ? otto : tess;
    await who.insert("feedback", {
      ...{ id, campaign_id: campaign, application_id: applicationId(campaign, who.id), tester_id: who.id },
      ...{ type: "bug", rating: 3 },
      ...{ summary: `Planner loses day ${n + 1}`, details: "It is empty.", status: "submitted" },
    });
  }
  const developer = { email: dana.email, home: "/developer" };
  [desk, phone, tessPhone] = await Promise.all([
    enter(await openDevice(browser), product, developer).then(({ page }) => page),
    enter(await openDevice(browser, { phone: true }), product, developer).then(({ page }) => page),
    enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" }).then(
      ({ page }) => page,
    ),
  ]);
});

test(
  "B10 O1 S18 priority and tags are set by keyboard offline, filtered by, and visible to the team only",
  long,
  async () => {
    await visit(desk, review(`&report=${ids[0]}`));
    await expect(desk.getByRole("heading", { name: "Planner loses day 1", level: 2 })).toBeVisible();
    await desk.keyboard.press("?");
    const shortcuts = desk.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts.getByText("Set priority")).toBeVisible();
    await expect(shortcuts.getByText("Change tags")).toBeVisible();
    await desk.keyboard.press("Escape");
    await expect(shortcuts).toHaveCount(0);

    await desk.context().setOffline(true);
    await desk.keyboard.press("p");
    const priority = desk.getByRole("dialog", { name: "Priority of the report" });
    await expect(priority.getByRole("button", { name: "No priority" })).toHaveAttribute("aria-current", "true");
    expect(await findings(desk)).toEqual([]);
    await desk.keyboard.press("4");
    await expect(priority).toHaveCount(0);
    await expect(reader(desk).getByText("Urgent")).toBeVisible();
    await desk.keyboard.press("t");
    const tags = desk.getByRole("dialog", { name: "Tags of the report" });
    const field = tags.getByRole("textbox", { name: "Tags" }).or(tags.getByRole("combobox", { name: "Tags" }));
    await expect(field).toBeFocused();
    await desk.keyboard.type("  Login ");
    await desk.keyboard.press("Enter");
    await field.fill("offline, login");
    expect(await findings(desk)).toEqual([]);
    await tags.getByRole("button", { name: "Save tags" }).click();
    for (const tag of ["Login", "offline"]) await expect(row(desk, 1).getByText(tag, { exact: true })).toBeVisible();

    // Several together, in the team's existing spelling.
    for (const n of [2, 3]) await desk.getByRole("checkbox", { name: `Choose “Planner loses day ${n}”` }).check();
    await desk.getByRole("button", { name: "More actions for selected reports" }).click();
    await desk.getByRole("menuitem", { name: "Change tags…" }).click();
    const several = desk.getByRole("dialog", { name: "Tags of 2 reports" });
    const box = several.getByRole("textbox", { name: "Tags" }).or(several.getByRole("combobox", { name: "Tags" }));
    await expect(several.locator("datalist option")).toHaveCount(2);
    await box.fill("LOGIN");
    await box.press("Enter");
    await several.getByRole("button", { name: "Save tags" }).click();
    for (const n of [2, 3]) await expect(row(desk, n).getByText("Login", { exact: true })).toBeVisible();

    await desk.getByRole("button", { name: "Filters" }).click();
    await desk.getByRole("combobox", { name: "Tag", exact: true }).selectOption("Login");
    await expect(row(desk, 4)).toHaveCount(0);
    await expect(row(desk, 3)).toBeVisible();
    await desk.getByRole("combobox", { name: "Priority" }).selectOption("No priority");
    await expect(row(desk, 1)).toHaveCount(0);
    await expect(desk).toHaveURL(/tag=Login/);
    await desk.getByRole("button", { name: "Reset filters" }).click();
    await desk.getByRole("combobox", { name: "Order" }).selectOption("Highest priority first");
    await expect(desk.getByRole("list", { name: "Reports" }).getByRole("listitem").first()).toContainText("day 1");
    expect(await findings(desk)).toEqual([]);

    await desk.context().setOffline(false);
    await synced(desk);
    expect(await stored(1)).toEqual({ priority: "urgent", tags: ["Login", "offline"] });
    expect(await stored(2)).toEqual({ priority: "", tags: ["Login"] });

    const mine = await tess.ask("GET", `feedback?select=priority,tags&id=eq.${ids[0]}`);
    expect(JSON.parse(mine.text)).toEqual([{ priority: "", tags: [] }]);
    await visit(tessPhone, `/tester/tests/${campaign}/report/${ids[0]}`);
    await expect(tessPhone.getByRole("heading", { name: "Planner loses day 1" })).toBeVisible();
    for (const word of ["Urgent", "offline"]) await expect(tessPhone.getByText(word, { exact: true })).toHaveCount(0);

    await visit(phone, review());
    await expect(row(phone, 1).getByText("Urgent")).toBeVisible();
    await fitsPhone(phone);
    await row(phone, 1)
      .getByRole("button", { name: /Planner loses day 1/ })
      .click();
    await expect(reader(phone).getByRole("button", { name: "Change priority" })).toBeVisible();
    await fitsPhone(phone);
  },
);

test(
  "B10 O1 S18 a saved view restores filters, order and search on another device, and is renamed and deleted",
  long,
  async () => {
    await visit(desk, review("&status=all&sort=newest&priority=urgent&q=planner"));
    await expect(row(desk, 1)).toBeVisible();
    const views = (page: Page) => page.getByRole("button", { name: "Saved views" });
    const item = (page: Page, name: string) => page.getByRole("menuitem", { name });
    const dialog = desk.getByRole("dialog");
    await desk.context().setOffline(true);
    await views(desk).click();
    await item(desk, "Save this view…").click();
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog.getByText("Give the view a name.")).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await dialog.getByLabel("Name").fill(" Before the launch ");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(desk.getByText("View saved")).toBeVisible();
    await views(desk).click();
    await expect(item(desk, "Before the launch")).toHaveAttribute("aria-current", "true");
    await desk.keyboard.press("Escape");
    await desk.context().setOffline(false);
    await synced(desk);

    await visit(phone, review("&tag=Login&rating=3"));
    await expect(row(phone, 2)).toBeVisible();
    await fitsPhone(phone);
    await views(phone).click();
    await expect(item(phone, "Before the launch")).not.toHaveAttribute("aria-current", "true");
    await item(phone, "Before the launch").click();
    await expect(row(phone, 1)).toBeVisible();
    await expect(row(phone, 2)).toHaveCount(0);
    await expect(phone).toHaveURL(/priority=urgent/);
    await expect(phone).not.toHaveURL(/tag=|rating=/);
    await expect(phone.getByRole("searchbox", { name: "Search reports" })).toHaveValue("planner");

    await views(desk).click();
    await item(desk, "Save this view…").click();
    await dialog.getByLabel("Name").fill("before the LAUNCH");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog.getByText("You already have a view with this name.")).toBeVisible();
    await desk.keyboard.press("Escape");
    await views(desk).click();
    await item(desk, "Manage views…").click();
    await dialog.getByRole("button", { name: "Rename “Before the launch”" }).click();
    await dialog.getByLabel("Name").fill("Launch");
    await dialog.getByRole("button", { name: "Save view" }).click();
    expect(await findings(desk)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete “Launch”" }).click();
    await expect(dialog).toHaveCount(0);
    await desk.getByRole("button", { name: "Undo" }).click();
    await views(desk).click();
    await expect(item(desk, "Launch")).toBeVisible();
    await desk.keyboard.press("Escape");
    await synced(desk);
    expect(
      await product.sql`select v from accounts, jsonb_each(saved_views) e(k, v) where accounts.id = ${dana.id}`,
    ).toEqual([{ v: { name: "Launch", search: { q: "planner", sort: "newest", status: "all", priority: "urgent" } } }]);
  },
);

test(
  "B10 O1 S18 T7 similar reports are grouped and merged in one step offline: the others become duplicates without a reward",
  long,
  async () => {
    await visit(desk, review());
    await test.step("S18 the reader and the list show the group in any sort order, and link to its reports and the merge", async () => {
      await expect(row(desk, 3).getByText("3 similar reports")).toBeAttached();
      const similar = reader(desk).getByRole("button", { name: "3 similar reports" });
      await similar.click();
      expect(await findings(desk)).toEqual([]);
      await reader(desk)
        .getByRole("button", { name: /Planner loses day 2/ })
        .click();
      await expect(desk.getByRole("heading", { name: "Planner loses day 2", level: 2 })).toBeVisible();
      // A search neither changes nor hides the group.
      await desk.getByRole("searchbox", { name: "Search reports" }).fill("day 2");
      await expect(row(desk, 1)).toHaveCount(0);
      await expect(similar).toBeVisible();
      await desk.getByRole("searchbox", { name: "Search reports" }).fill("");
      await expect(row(desk, 1)).toBeVisible();
      await reader(desk).getByRole("button", { name: "Merge reports…" }).click();
      await expect(desk.getByRole("dialog", { name: "Merge 4 similar reports" })).toBeVisible();
      await desk.keyboard.press("Escape");
      await expect(desk.getByRole("dialog")).toHaveCount(0);
    });
    await desk.getByRole("button", { name: "Filters" }).click();
    await desk.getByRole("combobox", { name: "Order" }).selectOption("Similar ones together");
    await expect(desk.getByText("4 similar")).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await desk.context().setOffline(true);
    await desk.getByRole("button", { name: /^Merge…/ }).click();
    const dialog = desk.getByRole("dialog", { name: "Merge 4 similar reports" });
    await expect(dialog.getByText("2 testers will see when the original was sent.")).toBeVisible();
    await expect(dialog.getByText("The original counts as confirmed by 1 other tester.")).toBeVisible();
    await expect(dialog.getByText("A duplicate earns no reward and costs no karma.")).toBeVisible();
    await expect(dialog.getByText("The report of Tess Tester still waits for your answer.")).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await dialog.getByRole("radio", { name: /Planner loses day 2/ }).check();
    for (const n of [1, 3, 4]) await dialog.getByRole("checkbox", { name: `Planner loses day ${n}` }).uncheck();
    await dialog.getByRole("button", { name: /^Close 0/ }).click();
    await expect(dialog.getByText("Choose at least one duplicate.")).toBeVisible();
    for (const n of [3, 4]) await dialog.getByRole("checkbox", { name: `Planner loses day ${n}` }).check();
    const message = dialog.getByLabel(/^Message to the testers/);
    await dialog.getByLabel(/^Language of the reply/).selectOption("Español");
    await dialog.getByLabel(/^Saved reply/).selectOption({ index: 1 });
    await expect(message).toHaveValue(/^Gracias/);
    await dialog.getByLabel(/^Language of the reply/).selectOption("English");
    await message.fill("Thank you, {tester}.");
    await dialog.getByRole("button", { name: "Save as my reply" }).click();
    await expect(desk.getByText("Reply saved. You can change it")).toBeVisible();
    await dialog.getByRole("button", { name: "Close 2 as duplicates" }).click();
    await expect(desk.getByText("2 duplicates closed")).toBeVisible();
    await expect(desk.getByText("2 similar")).toBeVisible();
    await expect(row(desk, 3)).toHaveCount(0);
    // Can be undone like every decision.
    await desk.keyboard.press("u");
    await expect(desk.getByText("4 similar")).toBeVisible();

    await desk.getByRole("button", { name: /^Merge…/ }).click();
    await dialog.getByRole("radio", { name: /Planner loses day 2/ }).check();
    await dialog.getByRole("checkbox", { name: "Planner loses day 1" }).uncheck();
    await dialog.getByLabel(/^Saved reply/).selectOption("Thank you, {tester}.");
    await dialog.getByRole("button", { name: "Close 2 as duplicates" }).click();
    await expect(desk.getByText("2 similar")).toBeVisible();
    await visit(desk, review("&status=all"));
    await desk.context().setOffline(false);
    await synced(desk);
    const answers = () =>
      product.sql`select summary, status, reason_code, reason, duplicate_of, reproductions from feedback
      where campaign_id = ${campaign} order by summary`;
    const [, original] = ids;
    const closed = { status: "rejected", reason_code: "duplicate", duplicate_of: original, reproductions: 0 };
    const open = { status: "submitted", reason_code: "", reason: "", duplicate_of: null };
    await expect.poll(answers).toEqual([
      { summary: "Planner loses day 1", ...open, reproductions: 0 },
      { summary: "Planner loses day 2", ...open, reproductions: 1 },
      { summary: "Planner loses day 3", ...closed, reason: "Thank you, Otto Other." },
      { summary: "Planner loses day 4", ...closed, reason: "Thank you, Tess Tester." },
    ]);
    expect(await product.sql`select 1 from rewards`).toEqual([]);
    for (const { id } of [tess, otto])
      expect(await product.sql`select karma from profiles where id = ${id}`).toEqual([{ karma: 0 }]);

    await visit(phone, review("&status=all&sort=similar"));
    await expect(phone.getByText("2 similar")).toBeVisible();
    await fitsPhone(phone);
    await phone.getByRole("button", { name: /^Merge…/ }).click();
    await expect(phone.getByRole("dialog", { name: "Merge 2 similar reports" })).toBeVisible();
    await fitsPhone(phone);
  },
);

test(
  "B10 S18 a duplicate of another tester's report shows its tester the known issue, and the reviewer's canned text",
  long,
  async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (const [who, id, summary] of [
      [otto, first, "The legend covers half of the map"],
      [tess, second, "Half of the map lies under its legend"],
    ] as const)
      await who.insert("feedback", {
        ...{ id, campaign_id: campaign, application_id: applicationId(campaign, who.id), tester_id: who.id },
        ...{ type: "bug", rating: 3, summary, details: "In landscape.", status: "submitted" },
      });
    await dana.patch("feedback", first, { status: "approved", usefulness: 4 });
    await visit(desk, review(`&report=${second}`));
    await expect(desk.getByRole("heading", { name: "Half of the map lies under its legend", level: 2 })).toBeVisible();
    await test.step("S18 a comment starts with a canned reply that names the tester; a note has none", async () => {
      const replies = reader(desk).getByRole("button", { name: "Canned replies" });
      const note = reader(desk).getByRole("checkbox", { name: /^Internal note/ });
      await note.check();
      await expect(replies).toBeHidden();
      await note.uncheck();
      await replies.click();
      await reader(desk)
        .getByLabel(/^Saved reply/)
        .selectOption("Could you tell us more about when it happens?");
      await reader(desk).getByRole("button", { name: "Insert a name" }).click();
      await desk.getByRole("menuitem", { name: "The tester’s name" }).click();
      expect(await findings(desk)).toEqual([]);
      await reader(desk).getByRole("button", { name: "Send", exact: true }).click();
      await expect(reader(desk).getByRole("list", { name: "Comments" })).toContainText("it happens? Tess Tester");
    });
    await desk.locator("#report-heading").focus();
    await desk.keyboard.press("d");
    const dialog = desk.getByRole("dialog", { name: "Mark as duplicate" });
    await dialog.getByLabel(/^Saved reply/).selectOption("Thank you, {tester}.");
    // An open report has nothing to show yet.
    await dialog.getByRole("radio", { name: /Planner loses day 3/ }).check();
    const offer = dialog.getByRole("checkbox", { name: "Make the original a known issue" });
    await expect(offer).toHaveCount(0);
    await dialog.getByRole("radio", { name: /The legend covers half/ }).check();
    await expect(offer).not.toBeChecked();
    await offer.check();
    expect(await findings(desk)).toEqual([]);
    await dialog.getByRole("button", { name: "Reject as duplicate" }).click();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(() => product.sql`select known from feedback where id = ${first}`, { timeout: 15_000 })
      .toEqual([{ known: true }]);
    // Leaving the review sends the decision.
    await visit(desk, "/developer");
    await expect
      .poll(() => product.sql`select known, reproductions from feedback where id = ${first}`, { timeout: 15_000 })
      .toEqual([{ known: true, reproductions: 1 }]);
    await visit(tessPhone, `/tester/tests/${campaign}/report/${second}`);
    await expect(tessPhone.getByText(/^It was reported on .*, \d+ minutes? before yours\.$/)).toBeVisible();
    await expect(tessPhone.getByText("Thank you, Tess Tester.")).toBeVisible();
    await expect(tessPhone.getByRole("figure").getByText("The legend covers half of the map")).toBeVisible();
    // Simulates that the developer kept the later report.
    await product.sql`update feedback set duplicate_sent_at = received_at + interval '3 hours' where id = ${second}`;
    await expect(tessPhone.getByText(/^Another tester reported the same on .*, 3 hours after you\./)).toBeVisible();
    await expect(tessPhone.getByText("Otto Other")).toHaveCount(0);
  },
);
