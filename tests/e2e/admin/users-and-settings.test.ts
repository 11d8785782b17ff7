import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import {
  enter,
  fitsPhone,
  openDevice,
  openPage,
  password,
  publishWithoutBuild,
  signIn,
  synced,
} from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { resetPageAfterEach, setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const { product, dana, tess } = setUpDeveloperAndTester();
const ada = setUpPerson(product, "Ada Admin", "admin");
let context: BrowserContext;
let page: Page;
/** Tess's page. */
let phone: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  // 3 a.m. UTC is the previous evening on the Pacific coast.
  await product.sql`update public.profiles set created_at = '2025-03-01T03:00:00Z' where id = ${tess.id}`;
  await product.sql`insert into public.profiles (id, name, email, is_sample)
    select gen_random_uuid(), 'Sample Person ' || lpad(n::text, 3, '0'), 'person' || n || '@sample.test', true from generate_series(1, 400) n`;
  const [desk, theirs] = await Promise.all([
    enter(await openDevice(browser), product, { email: ada.email, home: "/admin" }),
    enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" }),
  ]);
  ({ context, page } = desk);
  phone = theirs.page;
});
resetPageAfterEach(() => page);

const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const open = async (path: string, title: string) => {
  await visit(page, path);
  await expect(heading(title)).toBeVisible();
};

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
async function act(name: string, action: string, confirm: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

/** @param reason undefined if already typed */
async function suspend(name: string, reason?: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Suspend", exact: true }).click();
  const dialog = page.getByRole("dialog");
  if (reason) await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: "Suspend user" }).click();
  await expect(dialog).toHaveCount(0);
}

test(
  "C6 S24 R4 the server lists, searches, filters and sorts users; offline shows the last loaded list",
  long,
  async () => {
    await page.getByRole("link", { name: "User Management" }).click();
    await expect(heading("User Management")).toBeVisible();
    await expect(page.getByText("403 users")).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("Ada Admin");
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect(page.getByRole("row").nth(1)).toContainText("Tess Tester");
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
    await page.getByRole("columnheader", { name: "Email" }).getByRole("button").click();
    await expect(page.getByRole("row").nth(1)).toContainText("ada.admin@example.test");
    // Scrolling reaches all of them.
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return page.getByRole("table").getAttribute("aria-rowcount");
      })
      .toBe("404");
    await page.getByLabel("Search by name or email").fill("TESS.TESTER@");
    await expect(row("Tess Tester")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByLabel("Role").selectOption("Developer");
    await expect(page.getByText("No users found matching your filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(row("Ada Admin")).toBeVisible();
    await fitsPhone(page);

    await context.setOffline(true);
    await expect(page.getByText("You are offline")).toBeVisible();
    await page.reload();
    await expect(heading("User Management")).toBeVisible();
    await expect(row("Ada Admin")).toBeVisible();
    await page.getByLabel("Search by name or email").fill("dana");
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Add User" })).toBeDisabled();
  },
);

test(
  "B11 S24 C7 T9 T10 an admin edits, suspends, reactivates, promotes, adds and deletes users; the log names the admin",
  long,
  async ({ browser }) => {
    await open("/admin/users?q=example.test", "User Management");
    await suspend("Tess Tester", "Three reports were copied.");
    await expect(row("Tess Tester")).toContainText("Suspended");
    await act("Tess Tester", "Reactivate", "Reactivate user");
    await expect(row("Tess Tester")).toContainText("Active");
    await page.getByRole("button", { name: "Actions for Dana Developer" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("D");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
    await page.getByRole("dialog").getByLabel("Name").fill("Dana Dev");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(row("Dana Dev")).toBeVisible();
    await page.getByRole("button", { name: "Actions for Dana Dev" }).click();
    await page.getByRole("menuitem", { name: "Promote to Admin" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Another admin can undo this with Demote.");
    await page.getByRole("alertdialog").getByRole("button", { name: "Promote to Admin" }).click();
    await expect(page.getByText("Dana Dev has been promoted to admin")).toBeVisible();
    await expect(row("Dana Dev")).toContainText("Admin");
    await page.getByRole("button", { name: "Actions for Dana Dev" }).click();
    await expect(page.getByRole("menuitem", { name: "Suspend" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Promote to Admin" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Demote" }).click();
    await page.getByRole("dialog").getByLabel("New role").selectOption("Developer");
    await page.getByRole("dialog").getByLabel("Reason").fill("Left the team.");
    await page.getByRole("button", { name: "Demote user" }).click();
    await expect(row("Dana Dev")).toContainText("Developer");
    // Admins cannot remove their own rights.
    await page.getByRole("button", { name: "Actions for Ada Admin" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Edit"]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);

    await page.getByRole("button", { name: "Add User" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Nina New");
    await page.getByRole("dialog").getByLabel("Email").fill("nina.new@example.test");
    await page.getByRole("dialog").getByLabel("Role").selectOption("Developer");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText("Nina New has been invited")).toBeVisible();
    await expect(row("Nina New")).toContainText("Developer");
    const mails = (await (await fetch(`${product.url}/dev/mail/messages.json`)).json()) as { to: string }[];
    expect(mails.map((mail) => mail.to)).toContain("nina.new@example.test");
    await act("Nina New", "Delete", "Delete user");
    await expect(row("Nina New")).toHaveCount(0);

    const log = await product.sql<{ action: string; actor_name: string }[]>`
    select action, actor_name from public.activity where action <> 'registered' and actor_id is not null order by created_at`;
    expect(log.map((entry) => [entry.action, entry.actor_name])).toEqual([
      ["status_changed", "Ada Admin"],
      ["status_changed", "Ada Admin"],
      ["user_edited", "Ada Admin"],
      ["role_changed", "Ada Admin"],
      ["role_changed", "Ada Admin"],
      ["user_invited", "Ada Admin"],
      ["user_deleted", "Ada Admin"],
    ]);
    // A demoted user sees the reason.
    const theirs = await openPage(await openDevice(browser, { phone: true }));
    await signIn(theirs, product, dana.email, "/notifications");
    await expect(theirs.getByText("Developer · Left the team.")).toBeVisible();
    await theirs.context().close();
    // Consecutive changes make one expandable entry.
    await page.getByRole("link", { name: "Dana Dev" }).click();
    // The user's role changes, with author and reason.
    const roles = page.getByRole("heading", { name: "Role changes" }).locator("../..").locator("> ul > li");
    await expect(roles).toHaveCount(2);
    await expect(roles.first()).toContainText(/Ada Admin changed a role.*Reason: Left the team\..*Admin → .*Developer/);
    await fitsPhone(page);
    await page.getByRole("tab", { name: "Activity" }).click();
    const changes = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: "changed a role · 2 times" });
    await changes.getByText("Show each").click();
    await expect(changes.getByText("Reason: Left the team.")).toBeVisible();
    await open("/admin", "Admin Dashboard");
    await expect(page.getByRole("listitem").filter({ hasText: "changed a role · 2 times" })).toBeVisible();
  },
);

test("B11 S24 T9 a suspended user sees the reason in their language, and the log has it", long, async () => {
  await open("/admin/users?q=tess", "User Management");
  await page.getByRole("button", { name: "Actions for Tess Tester" }).click();
  await page.getByRole("menuitem", { name: "Suspend", exact: true }).click();
  await page.getByRole("button", { name: "Suspend user" }).click();
  await expect(page.getByRole("dialog").getByText("Required")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Reason").fill("Sells accounts.");
  // A reload keeps the text.
  await page.reload();
  await suspend("Tess Tester");
  await expect(row("Tess Tester")).toContainText("Suspended");
  await expect(phone.getByText("Reason: Sells accounts.")).toBeVisible();
  await phone.evaluate(() => localStorage.setItem("language", "es"));
  await phone.reload();
  await expect(phone.getByText("Tu cuenta está suspendida: puedes leer, pero no cambiar nada.")).toBeVisible();
  await expect(phone.getByText("Motivo: Sells accounts.")).toBeVisible();
  await fitsPhone(phone);
  await page.getByRole("link", { name: "Tess Tester" }).click();
  await expect(page.getByText("Reason: Sells accounts.")).toBeVisible();
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByRole("tabpanel").getByText("Show each").click();
  await expect(page.getByRole("tabpanel").getByText("Reason: Sells accounts.")).toBeVisible();
  await act("Tess Tester", "Reactivate", "Reactivate user");
  await expect(phone.getByText("Motivo: Sells accounts.")).toHaveCount(0);
  await phone.evaluate(() => localStorage.setItem("language", "en"));
  await phone.reload();
});

test("B11 S24 selected or all matching users are suspended and reactivated together, and exported as CSV", async () => {
  await product.sql`update public.profiles set name = '=HYPERLINK("http://evil.test")' where email = 'person1@sample.test'`;
  await open("/admin/users?q=sample.test", "User Management");
  await page.getByRole("checkbox", { name: "Select Sample Person 002" }).check();
  await page.getByRole("checkbox", { name: "Select Sample Person 003" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Made by a script.");
  await page.getByRole("button", { name: "Suspend 2 users" }).click();
  await expect(page.getByText("2 users suspended")).toBeVisible();
  await expect(row("Sample Person 002")).toContainText("Suspended");
  await expect(row("Sample Person 004")).toContainText("Active");

  await page.getByRole("button", { name: "Select all that match (up to 1,000)" }).click();
  await expect(page.getByText("400 selected")).toBeVisible();
  await page.getByRole("button", { name: "Reactivate", exact: true }).click();
  await page.getByRole("button", { name: "Reactivate 400 users" }).click();
  await expect(page.getByText("2 users reactivated")).toBeVisible();
  await expect(row("Sample Person 002")).toContainText("Active");
  await fitsPhone(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(401);
  expect(lines[0]).toContain("id,name,email,role,status");
  expect(lines.filter((line) => line.includes("HYPERLINK"))).toEqual([expect.stringContaining(`"'=HYPERLINK`)]);
});

test("C8 X1 Clean Test Data asks, removes exactly the sample data, and confirms it", async () => {
  await open("/admin/users", "User Management");
  await page.getByRole("button", { name: "Clean Test Data" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clean test data" }).click();
  await expect(page.getByText("All test data has been cleaned successfully")).toBeVisible();
  await expect(page.getByText("3 users", { exact: true })).toBeVisible();
});

test(
  "S25 K1 settings show the defaults, save with a toast and apply to all users within seconds",
  long,
  async ({ browser }) => {
    await open("/admin/settings", "System Settings");
    await expect(page.getByLabel("Maximum testers per campaign")).toHaveValue("100");
    await expect(page.getByLabel("Time zone")).toHaveValue("UTC");
    await expect(page.getByLabel("Date format")).toHaveValue("MM/DD/YYYY");
    await expect(page.getByLabel("Default language", { exact: true })).toHaveValue("en");
    for (const [name, on] of [
      ["Open registration", true],
      ["Multilingual", true],
      ["Auto-approve developers", false],
      ["Maintenance mode", false],
    ] as const)
      await expect(page.getByRole("switch", { name })).toBeChecked({ checked: on });
    await page.getByLabel("Maximum testers per campaign").fill("0");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Between 1 and 10000.")).toBeVisible();
    await page.getByLabel("Maximum testers per campaign").fill("50");
    await page.getByRole("switch", { name: "Maintenance mode" }).check();
    await page.getByRole("switch", { name: "Open registration" }).uncheck();
    await page.getByLabel("Date format").selectOption("YYYY-MM-DD");
    await page.getByLabel("Time zone").selectOption("Pacific Time (PT)");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings Saved")).toBeVisible();
    await expect(page.getByText("General settings have been updated successfully.")).toBeVisible();
    // On another user's screen without a reload, but not on an admin's.
    await expect(phone.getByText("Betaflock is down for maintenance.")).toBeVisible();
    await expect(page.getByText("Betaflock is down for maintenance.")).toHaveCount(0);
    await visit(phone, "/tester/profile");
    await expect(phone.getByText("2025-02-28", { exact: true })).toBeVisible();
    // Signed out too, and the server enforces it.
    const stranger = await openDevice(browser);
    const visitor = await openPage(stranger);
    await visitor.goto(`${product.url}/register`);
    await expect(visitor.getByText("Registration is currently closed.")).toBeVisible();
    await expect(visitor.getByRole("button", { name: "Create Account" })).toHaveCount(0);
    await expect(visitor.getByRole("main").getByRole("link", { name: "Log In" })).toBeVisible();
    const rejected = await fetch(`${product.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: "sb_publishable_local", "content-type": "application/json" },
      body: JSON.stringify({ email: "rita@example.test", password, data: { name: "Rita Rejected" } }),
    });
    expect([rejected.status, await rejected.json()]).toMatchObject([422, { detail: "registration_closed" }]);

    await page.getByRole("switch", { name: "Maintenance mode" }).uncheck();
    await page.getByRole("switch", { name: "Open registration" }).check();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(phone.getByText("Betaflock is down for maintenance.")).toHaveCount(0);
    // Reopened, the form appears without a manual reload.
    await visitor.goto(`${product.url}/register`);
    await expect(visitor.getByRole("button", { name: "Create Account" })).toBeVisible();
    await stranger.close();

    await page.getByRole("tab", { name: "Notifications" }).click();
    for (const name of ["Email notifications", "Web push notifications", "In-app notifications"])
      await expect(page.getByRole("switch", { name })).toBeChecked();
    await page.getByRole("tab", { name: "Payments" }).click();
    await expect(page.getByLabel("Currency")).toHaveValue("USD");
    await expect(page.getByRole("switch", { name: "PayPal" })).toBeChecked();
    await expect(page.getByRole("switch", { name: "Stripe" })).toBeChecked();

    await page.getByRole("tab", { name: "Branding" }).click();
    await expect(page.getByRole("textbox", { name: "Primary colour" })).toHaveValue("#3b82f6");
    await page.getByRole("textbox", { name: "Primary colour" }).fill("#c2185b");
    await page.getByLabel("Logo").setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="red"/></svg>',
      ),
    });
    await expect(page.getByRole("img", { name: "Logo" })).toBeVisible();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Branding settings have been updated successfully.")).toBeVisible();
    await expect
      .poll(() => phone.evaluate(() => document.documentElement.style.getPropertyValue("--color-accent")))
      .toContain("#c2185b");
    await expect(phone.getByRole("img", { name: "Betaflock" }).first()).toBeVisible();

    const [entry] = await product.sql<{ details: Record<string, unknown> }[]>`
    select details from public.activity where action = 'settings_saved' and details ->> 'section' = 'branding'`;
    expect(entry?.details).toMatchObject({ from: { primary_colour: "#3b82f6" }, to: { primary_colour: "#c2185b" } });
    await open("/admin/activity", "Activity log");
    await page.getByLabel("Action").selectOption("saved settings");
    const saved = (text: string) => page.getByRole("listitem").filter({ hasText: text }).first();
    await expect(saved("Primary colour: before: #3b82f6 → after: #c2185b")).toContainText("Branding");
    await expect(saved("Maintenance mode: before: Off → after: On")).toContainText("General");
  },
);

test(
  "S25 T9 S30 languages, developer approval, currency and PayPal: each setting has its effect",
  long,
  async ({ browser }) => {
    test.setTimeout(240_000);
    const saved = (section: string, key: string, value: string) =>
      expect
        .poll(async () => {
          const [setting] =
            await product.sql`select "values" ->> ${key} as value from settings where section = ${section}`;
          return setting?.value;
        })
        .toBe(value);
    const saveButton = page.getByRole("button", { name: "Save Changes" });
    await open("/admin/settings", "System Settings");
    // Saving other fields did not put this one into effect. Saving without a change does.
    await expect(page.getByText("Never saved. In force: on.")).toBeVisible();
    await saveButton.click();
    await expect(page.getByText("Never saved. In force: on.")).toHaveCount(0);
    await synced(page);
    const nora = await signUpByApi(product, "Nora New", "developer");
    const noraWorks = { id: "0b000000-0000-4000-8000-000000000001", title: "A map for the night" };
    await nora.insert("campaigns", {
      ...{ ...noraWorks, developer_id: nora.id, description: "Can the map be read in the dark?", category: "travel" },
      ...{ start_date: inDays(-3), end_date: inDays(20), reward_amount_cents: 2000, auto_select: true },
    });
    const { context: device, page: desk } = await enter(await openDevice(browser), product, {
      email: nora.email,
      home: "/developer/campaigns",
    });
    await expect(desk.getByText("Your account is waiting to be activated by an admin.")).toBeVisible();
    await expect(desk.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();

    await test.step("T9 an admin activates the account, and the campaign is published", async () => {
      await open("/admin/users?q=nora", "User Management");
      await page.getByRole("button", { name: "Actions for Nora New" }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("Status").selectOption("Active");
      await saveButton.click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await publishWithoutBuild(desk, desk.getByRole("button", { name: "Publish", exact: true }));
      await expect(desk.getByRole("link", { name: "View Feedback" })).toBeVisible();
      await synced(desk);
    });

    await test.step("developers are approved automatically after an admin enables it", async () => {
      await open("/admin/settings", "System Settings");
      await page.getByRole("switch", { name: "Auto-approve developers" }).check();
      await saveButton.click();
      await saved("general", "auto_approve_developers", "true");
      const { id } = await signUpByApi(product, "Olga Other", "developer");
      expect(await product.sql`select status from profiles where id = ${id}`).toEqual([{ status: "active" }]);
    });

    const stranger = await openDevice(browser);
    const visitor = await openPage(stranger);
    await test.step("S30 the default language applies to users without a choice; with one language there is no choice", async () => {
      await page.getByRole("banner").getByLabel("Language").selectOption("English");
      await page.getByLabel("Default language", { exact: true }).selectOption("Español");
      await saveButton.click();
      await saved("general", "language", "es");
      await expect(desk.getByRole("heading", { level: 1, name: "Mis campañas" })).toBeVisible();
      await visitor.goto(`${product.url}/login`);
      await expect(visitor.getByRole("heading", { level: 1, name: "Qué bien verte de nuevo" })).toBeVisible();
      await visitor.getByLabel("Idioma").selectOption("English");
      await expect(visitor.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
      await expect(heading("System Settings")).toBeVisible();
      await page.getByRole("switch", { name: "Multilingual" }).uncheck();
      await saveButton.click();
      await saved("general", "multilingual", "false");
      await expect(heading("Ajustes del sistema")).toBeVisible();
      await expect(page.getByRole("banner").getByLabel("Idioma")).toHaveCount(0);
      await visitor.reload();
      await expect(visitor.getByRole("heading", { level: 1, name: "Qué bien verte de nuevo" })).toBeVisible();
      await expect(visitor.getByLabel("Idioma")).toHaveCount(0);
      await page.getByLabel("Idioma predeterminado", { exact: true }).selectOption("en");
      await page.getByRole("switch", { name: "Multilingüe" }).check();
      await page.getByRole("button", { name: "Guardar cambios" }).click();
      await saved("general", "multilingual", "true");
      await expect(heading("System Settings")).toBeVisible();
    });
    await stranger.close();

    await test.step("a new campaign pays in the currency of the settings; with PayPal off testers cannot request a payout", async () => {
      const applied = applicationId(noraWorks.id, tess.id);
      const report = "0b000000-0000-4000-8000-000000000002";
      await tess.patch("accounts", tess.id, { paypal_email: "tess@pay.test" });
      await tess.insert("applications", { id: applied, campaign_id: noraWorks.id, tester_id: tess.id });
      await tess.insert("feedback", {
        ...{
          id: report,
          campaign_id: noraWorks.id,
          application_id: applied,
          tester_id: tess.id,
          type: "bug",
          rating: 2,
        },
        ...{ summary: "The legend is dark", details: "It cannot be read.", status: "submitted" },
      });
      await nora.patch("feedback", report, { status: "approved", usefulness: 4 });
      await open("/admin/settings?tab=payments", "System Settings");
      await page.getByLabel("Currency").selectOption("EUR");
      await page.getByRole("switch", { name: "PayPal" }).uncheck();
      await saveButton.click();
      await saved("payments", "currency", "EUR");
      await visit(desk, "/developer/campaigns/create?tab=rewards");
      await expect(desk.getByLabel("Reward amount (EUR)")).toBeVisible();
      await device.close();
      await visit(phone, "/tester/rewards");
      await expect(phone.getByText("Payouts are currently turned off.", { exact: false })).toBeVisible();
      const ask = phone.getByRole("button", { name: "Request payout" });
      await expect(ask).toBeDisabled();
      await page.getByRole("switch", { name: "PayPal" }).check();
      await saveButton.click();
      await expect(ask).toBeEnabled();
    });
  },
);

test("S25 O1 unsaved settings are marked as such after a reload, and can be discarded", async () => {
  await open("/admin/settings", "System Settings");
  const maintenance = page.getByRole("switch", { name: "Maintenance mode" });
  await maintenance.check();
  await expect(page.getByText("Not saved yet: Maintenance mode")).toBeVisible();
  await open("/admin/settings?tab=payments", "System Settings");
  await expect(page.getByRole("tab", { name: "General" })).toContainText("has unsaved changes");
  await page.getByRole("tab", { name: "General" }).click();
  await expect(maintenance).toBeChecked();
  await expect(page.getByText("Not saved yet: Maintenance mode")).toBeInViewport();
  // Log Out would delete it.
  await page.getByRole("button", { name: "Log Out" }).click();
  const question = page.getByRole("alertdialog", { name: "Log out and lose unsent changes?" });
  await expect(question).toContainText("1 form has input that you have not saved or sent.");
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(maintenance).not.toBeChecked();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await page.reload();
  await expect(maintenance).not.toBeChecked();
});

test("S25 an admin sees a banner during maintenance", long, async () => {
  const change = (on: boolean) =>
    product.sql`update public.settings set saved_at = now(), "values" = "values" || ${product.sql.json({ maintenance_mode: on })}
      where section = 'general'`;
  await open("/admin/settings", "System Settings");
  const banner = page.getByText("Maintenance mode is on: only admins can make changes.");
  await change(true);
  await expect(banner).toBeVisible();
  await change(false);
  await expect(banner).toHaveCount(0);
});

test(
  "S25 T13 the Security tab warns an admin without a second factor; an expired password must be replaced",
  long,
  async ({ browser }) => {
    await open("/admin/settings?tab=security", "System Settings");
    await expect(page.getByLabel("Minimum password length")).toHaveValue("12");
    await expect(page.getByLabel("Password expiry (days)")).toHaveValue("90");
    await expect(page.getByRole("switch", { name: "Password complexity" })).toBeChecked();
    await page.getByRole("button", { name: "Save Changes" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("You have not set up two-step verification yourself");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("switch", { name: "Require two-step verification for admins" }).uncheck();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Security settings have been updated successfully.")).toBeVisible();
    await synced(page);
    // Only the changed value is in effect; saving without a change puts all of them into effect.
    const inEffect = async () =>
      (
        await product.sql<{ display_only: string[] }[]>`select display_only from settings where section = 'security'`
      )[0];
    expect((await inEffect())?.display_only).toContain("password_expiry_days");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect.poll(async () => (await inEffect())?.display_only).toEqual([]);

    await product.sql`update private.password_dates set changed_at = now() - interval '91 days' where user_id = ${tess.id}`;
    const late = await openDevice(browser);
    const latecomer = await openPage(late);
    await latecomer.goto(`${product.url}/login`);
    await latecomer.getByLabel("Email").fill(tess.email);
    await latecomer.getByLabel("Password", { exact: true }).fill(password);
    await latecomer.getByRole("button", { name: "Log In" }).click();
    await expect(latecomer.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await latecomer.getByLabel("New password", { exact: true }).fill(password);
    await latecomer.getByLabel("Confirm new password").fill(password);
    await latecomer.getByRole("button", { name: "Change password" }).click();
    await expect(
      latecomer.getByText("Use at least 12 characters, with upper and lower case, a digit and a symbol."),
    ).toBeVisible();
    await latecomer.getByLabel("New password", { exact: true }).fill("Correct Horse 7 battery!");
    await latecomer.getByLabel("Confirm new password").fill("Correct Horse 7 battery!");
    await latecomer.getByRole("button", { name: "Change password" }).click();
    await latecomer.waitForURL(`${product.url}/tester`);
    await expect(latecomer.getByRole("heading", { level: 1 })).toBeVisible();
    await late.close();
  },
);
