// The command palette and the list of shortcuts: from every screen, by keyboard and on a phone,
// online and offline.
import type { Browser, Page } from "playwright/test";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { openPage, resize } from "../../fixtures/browser/people.ts";
import { enterAs, sampleLogin, type Visitor, visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ sample: true });
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

async function open(browser: Browser, visitor: Visitor): Promise<Page> {
  const page = await openPage(await browser.newContext({ viewport: desk }));
  await enterAs(page, product.url, visitor);
  return page;
}
/** Fails if the sample data has changed. */
function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (!row) throw new Error("Not in the sample data");
  return row;
}
let tester: Page;
let admin: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  [tester, admin] = await Promise.all([open(browser, "tester"), open(browser, "admin")]);
});
test.afterEach(async () => {
  for (const page of [tester, admin]) await page.context().setOffline(false);
});

const box = (page: Page) => page.getByRole("dialog").getByRole("combobox", { name: "Search" });
const group = (page: Page, name: string) => page.getByRole("dialog").getByRole("group", { name });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await box(page).fill(text);
}

test("B8 R8 O1 a tester finds screens, tests, reports and apps offline, ignoring accents", long, async () => {
  const page = tester;
  await readyForOffline(page);
  const report = only(
    await product.sql<{ id: string; summary: string }[]>`
      select f.id, f.summary from feedback f join profiles p on p.id = f.tester_id
      where p.email = ${sampleLogin.tester} and f.status <> 'draft' order by f.id limit 1`,
  );
  const joined = only(
    await product.sql<{ id: string; title: string }[]>`
      select c.id, c.title from campaigns c join applications a on a.campaign_id = c.id
      join profiles p on p.id = a.tester_id
      where p.email = ${sampleLogin.tester} and a.status = 'accepted' order by c.id limit 1`,
  );
  // An opened app is on the device.
  const { id: appId, title: app } = only(
    await product.sql<{ id: string; title: string }[]>`
      select id, title from apps where status = 'published' order by id limit 1`,
  );
  await visit(page, "/apps");
  await visit(page, `/apps/${appId}`);
  await expect(heading(page)).toHaveText(app);
  await visit(page, "/tester");
  await page.context().setOffline(true);
  await expect(page.getByTestId("sync-badge")).toHaveAttribute("data-phase", "offline");

  await search(page, "mÝ PROFÍLE");
  await expect(group(page, "Go to").getByRole("option")).toHaveText(["My Profile"]);
  await expect(page.getByText("You are offline: this searches what is on this device.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("My Profile");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await search(page, joined.title);
  await group(page, "Tests").getByRole("option", { name: joined.title }).click();
  await expect(heading(page)).toHaveText(joined.title);

  await search(page, report.summary);
  await group(page, "Reports").getByRole("option", { name: report.summary }).click();
  await expect(page).toHaveURL(new RegExp(`/report/${report.id}$`));

  await search(page, app);
  await group(page, "Apps").getByRole("option", { name: app }).first().click();
  await expect(heading(page)).toHaveText(app);

  await search(page, "qqq zzz");
  await expect(page.getByText("Nothing on this device matches “qqq zzz”.")).toBeVisible();
  await group(page, "Search everywhere").getByRole("option", { name: "Find “qqq zzz” in Available Tests" }).click();
  await expect(page).toHaveURL(/\/tester\/tests\?q=qqq/);
  await expect(heading(page)).toHaveText("Available Tests");
  await search(page, "qqq zzz");
  await group(page, "Search everywhere").getByRole("option", { name: "Find “qqq zzz” in My Feedback" }).click();
  await expect(page).toHaveURL(/\/tester\/feedback\?q=qqq/);
  await expect(page.getByRole("searchbox")).toHaveValue("qqq zzz");
  // The last choice comes first.
  await page.keyboard.press("Control+k");
  await expect(group(page, "Recent").getByRole("option").first()).toContainText(app);
  await page.keyboard.press("Escape");
});

test(
  "R8 R9 on a phone the header's button opens it; its commands write a report, change theme and language, log out",
  long,
  async () => {
    const page = tester;
    await resize(page, phone);
    await visit(page, "/tester");
    const button = page.getByRole("banner").getByRole("button", { name: "Search or jump to…" });
    const run = async (typed: string, name: string | RegExp) => {
      await button.click();
      await box(page).fill(typed);
      await group(page, "Actions").getByRole("option", { name }).first().click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    await button.click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(button).toBeFocused();
    await run("sync", "Sync now");
    await run("dark", "Theme: Dark");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await run("write", /^Write a report/);
    await expect(page.getByRole("button", { name: "Review and send" })).toBeVisible();
    await run("language", "Language: Español");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await page.getByRole("banner").getByRole("button", { name: "Buscar o ir a…" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("sesion");
    await page.getByRole("dialog").getByRole("option", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  },
);

test(
  "B8 R8 S24 a developer finds campaigns and reports, an admin rows that only the server has: users, campaigns, apps",
  long,
  async ({ browser }) => {
    const developer = await open(browser, "developer");
    const waiting = only(
      await product.sql<{ id: string; summary: string; title: string }[]>`
      select f.id, f.summary, c.title from feedback f join campaigns c on c.id = f.campaign_id
      join profiles p on p.id = c.developer_id
      where p.email = ${sampleLogin.developer} and f.status = 'submitted' order by f.id limit 1`,
    );
    await search(developer, waiting.summary);
    await group(developer, "Reports").getByRole("option", { name: waiting.summary }).first().click();
    await expect(developer).toHaveURL(/\?tab=feedback&report=/);
    await search(developer, waiting.title);
    await group(developer, "Campaigns").getByRole("option", { name: waiting.title }).click();
    await expect(heading(developer)).toHaveText(waiting.title);
    // All reports of the open campaign.
    await search(developer, waiting.summary);
    await group(developer, "Search everywhere")
      .getByRole("option", { name: `Find “${waiting.summary}” in the reports of this campaign` })
      .click();
    await expect(developer).toHaveURL(/\?tab=feedback&.*status=all/);
    await expect(developer.getByRole("searchbox")).toHaveValue(waiting.summary);
    // Parts of a campaign, by its name and theirs.
    for (const part of ["Applicants", "Analytics", "Announcements"]) {
      await search(developer, `${waiting.title} ${part.slice(0, 5)}`);
      await group(developer, "Campaigns").getByRole("option", { name: part }).first().click();
      await expect(developer.getByRole("tab", { name: part, selected: true })).toBeVisible();
      await expect(heading(developer)).toHaveText(waiting.title);
    }
    await search(developer, waiting.title);
    await group(developer, "Search everywhere")
      .getByRole("option", { name: `Find “${waiting.title}” in My Campaigns` })
      .click();
    await expect(developer.getByRole("searchbox")).toHaveValue(waiting.title);
    await search(developer, "create c");
    // Tab goes to the next button; Enter opens the marked entry.
    await developer.keyboard.press("Tab");
    await expect(developer.getByRole("dialog").getByRole("button", { name: "Close" })).toBeFocused();
    await developer.keyboard.press("Shift+Tab");
    await developer.keyboard.press("Enter");
    await expect(developer).toHaveURL(/\/developer\/campaigns\/create$/);
    await developer.context().close();

    await search(admin, sampleLogin.tester);
    await group(admin, "People").getByRole("option").first().click();
    await expect(admin.getByRole("main").getByText(sampleLogin.tester)).toBeVisible();
    // Drafts too, which no other device would find.
    const [campaign, app] = [
      only(
        await product.sql<{ id: string; title: string }[]>`
        select id, title from campaigns where status = 'draft' order by id limit 1`,
      ),
      only(
        await product.sql<{ id: string; title: string }[]>`
        select id, title from apps where status = 'draft' order by id limit 1`,
      ),
    ];
    await search(admin, campaign.title);
    await group(admin, "Campaigns").getByRole("option", { name: campaign.title }).first().click();
    await expect(admin.getByRole("dialog", { name: campaign.title })).toBeVisible();
    await admin.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(admin.getByRole("dialog")).toHaveCount(0);
    await search(admin, app.title);
    await group(admin, "Apps").getByRole("option", { name: app.title }).first().click();
    await expect(admin.getByRole("dialog", { name: app.title })).toBeVisible();
    await admin.keyboard.press("Escape");
    await expect(admin.getByRole("dialog")).toHaveCount(0);
    // The keys open the row's own target, not the user next to it.
    for (const [title, list] of [
      [campaign.title, "Campaigns"],
      [app.title, "Apps"],
    ] as const) {
      await search(admin, title);
      const further = group(admin, "Search everywhere");
      await further.getByRole("option", { name: `Find “${title}” in ${list}`, exact: true }).click();
      await expect(admin.getByRole("row").nth(1)).toContainText(title);
      await admin.keyboard.press("j");
      await admin.keyboard.press("Enter");
      await expect(admin.getByRole("dialog", { name: title })).toBeVisible();
      await admin.keyboard.press("Escape");
      await expect(admin.getByRole("dialog")).toHaveCount(0);
    }
    await admin.context().setOffline(true);
    await expect(admin.getByTestId("sync-badge")).toHaveAttribute("data-phase", "offline");
    await search(admin, sampleLogin.developer);
    for (const name of ["People", "Campaigns"]) await expect(group(admin, name)).toHaveCount(0);
    await expect(admin.getByText("You are offline: this searches what is on this device.")).toBeVisible();
    await admin.keyboard.press("Escape");
  },
);

test("B8 R8 R9 ? lists each screen's shortcuts; / focuses the list's own search; single keys can be turned off", async () => {
  const page = admin;
  await visit(page, "/admin");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(list.getByText("Search or jump to…").first()).toBeVisible();
  await expect(list.getByText("On this page")).toHaveCount(0);
  // Shortcuts do nothing behind a dialog.
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await visit(page, "/admin/users");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search by name or email" })).toBeFocused();
  // A question mark is text there, Ctrl K is not.
  await page.keyboard.type("?");
  await expect(page.getByRole("searchbox")).toHaveValue("?");
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.locator("#main").press("?");
  await expect(list.getByText("Search by name or email")).toBeVisible();
  await list.getByRole("switch").uncheck();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.locator("#main").press("?");
  await page.locator("#main").press("/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await search(page, "keyboard");
  await page.keyboard.press("Enter");
  await list.getByRole("switch").check();
  await page.keyboard.press("Escape");
  await visit(page, "/");
  await page.keyboard.press("?");
  await expect(list.getByText("This list")).toBeVisible();
});

test("R8 signed-in users also search from the public pages, even before anything has loaded", async () => {
  const page = admin;
  await page.goto(`${product.url}/about`);
  await page.getByRole("banner").getByRole("button", { name: "Search or jump to…" }).click();
  await box(page).fill("user m");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("User Management");
  await visit(page, "/");
  await search(page, "flags");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Flags");
});
