// Two developers of one organization: invitation by e-mail, a shared campaign, switching offline, a
// read-only role, and removal.
import type { Browser, Page } from "playwright/test";
import { inDays } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { followMailedLink, mailedLink, signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, openDevice, openPage, password, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });

const verified = (name: string, role: "tester" | "developer") => signUpVerified(product, name, role);
const linkTo = (email: string, part: string) => mailedLink(product, email, part);
const open = async (browser: Browser, phone = false): Promise<Page> => openPage(await openDevice(browser, { phone }));

const switcher = (page: Page) => page.getByRole("button", { name: /^Organization:/ });
async function switchTo(page: Page, name: string | RegExp): Promise<void> {
  await switcher(page).click();
  await page.getByRole("menuitem", { name }).click();
}
/** Fills in and submits the invitation dialog. */
async function invite(page: Page, email: string, role: string): Promise<void> {
  await visit(page, "/developer/organization?tab=invitations");
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`${email} has been invited`)).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
}
const idOf = async (name: string): Promise<string> =>
  String((await product.sql`select id from public.organizations where name = ${name}`)[0]?.id);

async function makeOrganization(page: Page, name: string): Promise<string> {
  await switchTo(page, "New organization");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Organization settings" })).toBeVisible();
  await expect(switcher(page)).toContainText(name);
  return idOf(name);
}
const campaignOf = (org_id: string, developer_id: string, title: string, status = "active") => ({
  ...{ id: crypto.randomUUID(), org_id, developer_id, title, status },
  ...{ description: "Can it be read in the dark?", category: "travel", max_testers: 20, reward_amount_cents: 2000 },
  ...{ start_date: inDays(-3), end_date: inDays(20) },
});

test(
  "two developers share an organization: invited by e-mail before signing up, both see its campaign, and switching works offline",
  long,
  async ({ browser }) => {
    const owner = await verified("Olga Owner", "developer");
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await synced(desk);
    await expect(switcher(desk)).toContainText("Personal");
    const org = await makeOrganization(desk, "Night Maps");
    await owner.insert("campaigns", campaignOf(org, owner.id, "A map for the night"));
    await expect(desk.getByText("Owner", { exact: true })).toBeVisible();
    const email = "mia.maker@example.test";
    await invite(desk, email, "Manager");
    expect(await findings(desk)).toEqual([]);

    // Signed out and without an account.
    const phone = await open(browser, true);
    await phone.goto(await linkTo(email, "/invitation#"));
    await expect(phone.getByRole("heading", { level: 1, name: "Join Night Maps" })).toBeVisible();
    await expect(phone.getByText("Olga Owner invites you to join Night Maps on Betaflock.")).toBeVisible();
    expect(new URL(phone.url()).hash).toBe("");
    await fitsPhone(phone);
    // An address without a token opens nothing that this tab opened before; the return address
    // does.
    for (const bare of ["/invitation", "/join", "/summary"]) {
      await phone.goto(product.url + bare);
      await expect(phone.getByText("This link is not complete")).toBeVisible();
    }
    for (let i = 0; i < 3; i += 1) await phone.goBack();
    await expect(phone.getByRole("heading", { level: 1, name: "Join Night Maps" })).toBeVisible();
    await phone.getByRole("link", { name: "Create a developer account" }).click();
    await expect(phone.getByLabel("Email")).toHaveValue(email);
    await phone.getByLabel("Full Name").fill("Mia Maker");
    await phone.getByLabel("Password", { exact: true }).fill(password);
    await phone.getByLabel("Confirm Password", { exact: true }).fill(password);
    await phone.getByRole("button", { name: "Create Account" }).click();
    await phone.waitForURL(/\/invitation\?return=/);
    await expect(phone.getByText("Verify your email address first")).toBeVisible();
    const mail = await phone.context().newPage();
    await followMailedLink(mail, await linkTo(email, "/auth/confirm"));
    await mail.waitForURL(`${product.url}/developer`);
    await mail.close();
    await phone.getByRole("button", { name: "Accept invitation" }).click();
    await expect(phone.getByText("You are now a member of Night Maps")).toBeVisible();
    await phone.waitForURL(`${product.url}/developer`);

    for (const page of [desk, phone]) {
      await visit(page, "/developer/campaigns");
      await expect(page.getByRole("link", { name: "A map for the night" })).toBeVisible();
    }
    await expect(phone.getByRole("link", { name: "New Campaign" })).toBeVisible();

    await synced(phone);
    await phone.context().setOffline(true);
    await phone.getByRole("button", { name: "More", exact: true }).click();
    await switchTo(phone, /Personal/);
    await expect(phone.getByText("No campaigns found")).toBeVisible();
    await phone.reload();
    await expect(phone.getByText("No campaigns found")).toBeVisible();
    await phone.getByRole("button", { name: "More", exact: true }).click();
    await switchTo(phone, "Night Maps");
    await expect(phone.getByRole("link", { name: "A map for the night" })).toBeVisible();
    await phone.context().setOffline(false);
    for (const page of [desk, phone]) await page.context().close();
  },
);

test(
  "a viewer gets no button that the server rejects, and a removed member's device loses the rows at once",
  long,
  async ({ browser }) => {
    const owner = await verified("Otto Owner", "developer");
    const viewer = await verified("Vera Viewer", "developer");
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await synced(desk);
    const org = await makeOrganization(desk, "Quiet Walks");
    const running = campaignOf(org, owner.id, "Walks in the rain");
    await owner.insert("campaigns", running);
    await owner.insert("campaigns", campaignOf(org, owner.id, "Walks in the snow", "draft"));
    await invite(desk, viewer.email, "Viewer");

    const other = await open(browser);
    await signIn(other, product, viewer.email, "/developer");
    await other.goto(await linkTo(viewer.email, "/invitation#"));
    await other.getByRole("button", { name: "Accept invitation" }).click();
    await expect(switcher(other)).toContainText("Quiet Walks");
    const why = "As a viewer in Quiet Walks you can read everything, but not change anything.";
    const buttons = /^(New|Create|Edit|Publish|Complete|Archive|Delete|Accept|Reject|Approve|Invite|More actions|Save)/;
    const noButtons = async () => {
      await expect(other.getByText(why, { exact: false })).toBeVisible();
      const main = other.getByRole("main");
      await expect(main.getByRole("button", { name: buttons })).toHaveCount(0);
      await expect(main.getByRole("link", { name: buttons })).toHaveCount(0);
    };
    await visit(other, "/developer/campaigns");
    await expect(other.getByRole("link", { name: "Walks in the snow" })).toBeVisible();
    await noButtons();
    for (const path of ["/developer", "/developer/campaigns/create", "/developer/apps", "/developer/apps/new"]) {
      await visit(other, path);
      await noButtons();
    }
    for (const tab of ["overview", "applicants", "feedback"]) {
      await visit(other, `/developer/campaigns/${running.id}?tab=${tab}`);
      await expect(other.getByRole("heading", { level: 1, name: running.title })).toBeVisible();
      await noButtons();
    }
    await visit(other, "/developer/organization?tab=members");
    await expect(other.getByText("Only owners and admins of Quiet Walks change this.", { exact: false })).toBeVisible();
    await expect(other.getByRole("row", { name: /Otto Owner/ })).toBeVisible();
    await expect(other.getByRole("tab", { name: "Invitations" })).toHaveCount(0);
    await expect(other.getByRole("main").getByRole("button", { name: /^(Actions|Invite)/ })).toHaveCount(0);

    // Another role takes effect without a reload.
    await visit(desk, "/developer/organization?tab=members");
    await expect(desk.getByText("You are the only owner.", { exact: false })).toBeVisible();
    await expect(desk.getByRole("button", { name: "Leave organization" })).toBeDisabled();
    await visit(other, "/developer/campaigns");
    await noButtons();
    const act = async (entry: string) => {
      await desk.getByRole("button", { name: "Actions for Vera Viewer" }).click();
      await desk.getByRole("menuitem", { name: entry }).click();
    };
    await act("Change role");
    await desk
      .getByRole("dialog")
      .getByRole("radio", { name: /^Manager/ })
      .check();
    await desk.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
    await expect(desk.getByText("The role of Vera Viewer has been changed")).toBeVisible();
    await expect(other.getByRole("link", { name: "New Campaign" })).toBeVisible();
    await expect(other.getByText(why, { exact: false })).toHaveCount(0);

    await act("Remove from the organization");
    await desk.getByRole("alertdialog").getByRole("button", { name: "Remove member" }).click();
    await expect(desk.getByText("Vera Viewer has been removed")).toBeVisible();
    await expect(switcher(other)).toContainText("Personal");
    await expect(other.getByText("No campaigns found")).toBeVisible();
    await visit(other, `/developer/campaigns/${running.id}`);
    await expect(other.getByText("Walks in the rain")).toHaveCount(0);
    await switcher(other).click();
    await expect(other.getByRole("menuitem", { name: "Quiet Walks" })).toHaveCount(0);

    await desk.getByRole("tab", { name: "Activity" }).click();
    for (const sentence of [
      "created the organization",
      `invited ${viewer.email} (Viewer)`,
      "joined the organization (Viewer)",
      "changed the role of Vera Viewer from Viewer to Manager",
      "removed Vera Viewer from the organization",
    ])
      await expect(desk.getByText(sentence, { exact: false })).toBeVisible();
    for (const page of [desk, other]) await page.context().close();
  },
);

test(
  "an invitation explains why it cannot be accepted: another address, no developer, withdrawn",
  long,
  async ({ browser }) => {
    const owner = await verified("Ines Inviter", "developer");
    const stranger = await verified("Stan Stranger", "developer");
    const tester = await verified("Tina Tester", "tester");
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await synced(desk);
    await makeOrganization(desk, "Three Doors");
    await invite(desk, tester.email, "Reviewer");
    const link = await linkTo(tester.email, "/invitation#");

    const page = await open(browser, true);
    await signIn(page, product, stranger.email, "/developer");
    await page.goto(link);
    await expect(page.getByText("This invitation is for another address")).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept invitation" })).toHaveCount(0);
    // Back on this page as the invited user.
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(tester.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
    await page.waitForURL(/\/invitation\?return=/);
    await expect(page.getByText("Organizations are for developers")).toBeVisible();
    await fitsPhone(page);

    await desk.getByRole("button", { name: `Actions for ${tester.email}` }).click();
    await desk.getByRole("menuitem", { name: "Withdraw invitation" }).click();
    await desk.getByRole("alertdialog").getByRole("button", { name: "Withdraw invitation" }).click();
    await expect(desk.getByText("No open invitations")).toBeVisible();
    await page.reload();
    await expect(page.getByText("This invitation has expired, was withdrawn", { exact: false })).toBeVisible();
    for (const one of [desk, page]) await one.context().close();
  },
);

test(
  "O2 an invitation whose response was lost is sent again from the same dialog, and arrives once",
  long,
  async ({ browser }) => {
    const owner = await verified("Rita Repeat", "developer");
    const desk = await open(browser);
    await signIn(desk, product, owner.email, "/developer");
    await synced(desk);
    await makeOrganization(desk, "Once Only");
    await visit(desk, "/developer/organization?tab=invitations");
    let tries = 0;
    await desk.route("**/rpc/invite_member", async (route) => {
      tries += 1;
      const answer = await route.fetch();
      if (tries > 1) return route.fulfill({ response: answer });
      return route.abort("connectionreset");
    });
    await desk.getByRole("button", { name: "Invite member" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Email").fill("once.only@example.test");
    const send = dialog.getByRole("button", { name: "Send invitation" });
    await send.click();
    await expect.poll(() => tries).toBe(1);
    await expect(
      dialog.getByRole("alert").or(dialog.getByRole("status")).filter({ hasText: /./ }).first(),
    ).toBeVisible();
    await expect(dialog.getByLabel("Email")).toHaveValue("once.only@example.test");
    await send.click();
    await expect(desk.getByText("once.only@example.test has been invited")).toBeVisible();
    expect(tries).toBe(2);
    const made = await product.sql`select count(distinct i.id)::int as invitations,
      count(*) filter (where a.action = 'member_invited')::int as noted
    from private.organization_invitations i join private.organization_activity a on a.org_id = i.org_id and a.target_id = i.id
    where i.email = 'once.only@example.test'`;
    expect(made).toEqual([{ invitations: 1, noted: 1 }]);
    await desk.context().close();
  },
);
