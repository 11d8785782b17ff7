// An owner and a reviewer of one organization review the same reports, one of them offline; then
// the reviewer is removed with unsent reviews on the device.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { type ApiPerson, insertCampaign } from "../../fixtures/browser/api.ts";
import { mailedLink, signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });
const organization = "Night Maps";
const title = "A map for the night";

async function makeOrganization(owner: ApiPerson, reviewer: ApiPerson): Promise<string> {
  const id = randomUUID();
  const call = async (who: ApiPerson, name: string, body: object) => {
    const { status, text } = await who.ask("POST", `rpc/${name}`, body);
    expect(status, text).toBeLessThan(300);
  };
  await call(owner, "create_organization", { id, name: organization });
  await call(owner, "invite_member", { org_id: id, email: reviewer.email, role: "reviewer" });
  const link = await mailedLink(product, reviewer.email, "/invitation#");
  await call(reviewer, "accept_invitation", { token: link.split("#")[1] });
  return id;
}

const at = (campaign: string, report: string) => `/developer/campaigns/${campaign}?tab=feedback&report=${report}`;
const switcher = (page: Page) => page.getByRole("button", { name: /^Organization:/ });
const pill = (page: Page) => page.getByRole("button", { name: /^Sync:/ });

async function reject(page: Page, why: string): Promise<void> {
  await page.getByRole("button", { name: "Reject", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Out of scope").click();
  await dialog.getByRole("textbox").fill(why);
  await dialog.getByRole("button", { name: /^Reject/ }).click();
}
async function approve(page: Page): Promise<void> {
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Approve this report" })).toBeVisible();
  await page.keyboard.press("4");
  await page.keyboard.press("Enter");
}

test(
  "S18 O2 P2 two members review the same reports: the first review wins and the other is listed; a member removed while offline keeps only unsent reviews",
  long,
  async ({ browser }) => {
    const owner = await signUpVerified(product, "Olga Owner", "developer");
    const reviewer = await signUpVerified(product, "Rita Reviewer", "developer");
    const tester = await signUpVerified(product, "Tess Tester", "tester");
    const org = await makeOrganization(owner, reviewer);
    const campaign = randomUUID();
    await insertCampaign(owner, { id: campaign, org_id: org, title, auto_select: true });
    const application = applicationId(campaign, tester.id);
    await tester.insert("applications", { id: application, campaign_id: campaign, tester_id: tester.id });
    const reports = ["Too dark to read", "No compass", "Map ends at the river"].map((summary) => ({
      ...{ id: randomUUID(), campaign_id: campaign, application_id: application, tester_id: tester.id },
      ...{ type: "bug", rating: 3, summary, details: "Every night.", status: "submitted" },
    }));
    for (const report of reports) await tester.insert("feedback", report);
    const [dark, compass, river] = reports.map(({ id }) => id) as [string, string, string];
    const statusOf = async (id: string) => (await product.sql`select status from feedback where id = ${id}`)[0]?.status;

    const [desk, laptop] = await Promise.all([
      enter(await openDevice(browser), product, { email: owner.email, home: "/developer" }),
      enter(await openDevice(browser), product, { email: reviewer.email, home: "/developer" }),
    ]);
    for (const { page } of [desk, laptop]) {
      await switcher(page).click();
      await page.getByRole("menuitem", { name: organization }).click();
      await visit(page, at(campaign, dark));
      await expect(page.getByRole("heading", { name: "Too dark to read" })).toBeVisible();
    }
    const mine = laptop.page;

    await test.step("offline, the reviewer rejects a report that the owner approves", async () => {
      await laptop.context.setOffline(true);
      await reject(mine, "Not in this version.");
      await visit(mine, at(campaign, compass));
      await reject(mine, "There is one in the menu.");
      await expect(pill(mine)).toHaveAccessibleName(/Offline, 2 changes waiting/);
      await approve(desk.page);
      await expect.poll(() => statusOf(dark), { timeout: 60_000 }).toBe("approved");
    });

    await test.step("back online, the owner's answer wins, the reviewer's is in the outbox, and the other one was accepted", async () => {
      // The page is left, so the review is written and no longer held for Undo.
      await visit(mine, "/developer");
      await laptop.context.setOffline(false);
      await expect(pill(mine)).toHaveAccessibleName(/1 needs attention/, { timeout: 60_000 });
      await pill(mine).click();
      const entry = mine.getByRole("dialog").getByRole("listitem").filter({ hasText: "Too dark to read" });
      await expect(entry).toContainText("The one that reached the server first counts.");
      await expect(entry).toContainText("Status: Approved");
      await expect(entry).toContainText("Reason: Not in this version.");
      await entry.getByRole("button", { name: "Discard" }).click();
      await mine.getByRole("button", { name: "Discard text" }).click();
      await expect(entry).toHaveCount(0);
      await mine.keyboard.press("Escape");
      await expect.poll(() => statusOf(compass)).toBe("rejected");
      await visit(desk.page, at(campaign, compass));
      await expect(desk.page.getByText("There is one in the menu.").first()).toBeVisible();
      const people = await product.sql`select actor_name, action from private.organization_activity
      where org_id = ${org} and action like 'feedback_%' order by created_at`;
      expect(people).toEqual([
        { actor_name: "Olga Owner", action: "feedback_approved" },
        { actor_name: "Rita Reviewer", action: "feedback_rejected" },
      ]);
    });

    await test.step("removed in a tunnel with an unsent answer", async () => {
      await visit(mine, at(campaign, river));
      await expect(mine.getByRole("heading", { name: "Map ends at the river" })).toBeVisible();
      await synced(mine);
      await laptop.context.setOffline(true);
      await reject(mine, "The river is the border.");
      await expect(pill(mine)).toHaveAccessibleName(/Offline, 1 change waiting/);
      await visit(mine, "/developer");
      await visit(desk.page, "/developer/organization?tab=members");
      await desk.page.getByRole("button", { name: "Actions for Rita Reviewer" }).click();
      await desk.page.getByRole("menuitem", { name: "Remove from the organization" }).click();
      await desk.page.getByRole("alertdialog").getByRole("button", { name: "Remove member" }).click();
      await expect(desk.page.getByText("Rita Reviewer has been removed")).toBeVisible();
      // An offline device keeps its pulled rows until it reconnects.
      await expect(switcher(mine)).toContainText(organization);
    });

    await test.step("back online, the device shows only the unsent answer of the organization, with its reason", async () => {
      await laptop.context.setOffline(false);
      await expect(switcher(mine)).toContainText("Personal", { timeout: 60_000 });
      await expect(pill(mine)).toHaveAccessibleName(/1 needs attention/, { timeout: 60_000 });
      await pill(mine).click();
      const panel = mine.getByRole("dialog", { name: "Sync" });
      const entry = panel.getByRole("listitem").filter({ hasText: "Map ends at the river" });
      await expect(entry).toContainText("You don't have access to this.");
      await expect(entry).toContainText("The river is the border.");
      await fitsPhone(mine);
      await mine.keyboard.press("Escape");
      expect(await statusOf(river)).toBe("submitted");
      // Neither in this document nor in a new one with the device's stored data.
      await mine.reload();
      for (const path of ["", "/campaigns", `/campaigns/${campaign}?tab=feedback`, `/campaigns/${campaign}`]) {
        await visit(mine, `/developer${path}`);
        await expect(mine.getByRole("heading", { level: 1 })).toBeVisible();
        for (const text of [title, organization, "Too dark to read", "No compass", "Map ends at the river"])
          await expect(mine.getByText(text)).toHaveCount(0);
      }
      await visit(mine, "/notifications");
      await expect(mine.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(mine.getByText(title, { exact: false })).toHaveCount(0);
      await switcher(mine).click();
      await expect(mine.getByRole("menuitem", { name: organization })).toHaveCount(0);
    });
    for (const { context } of [desk, laptop]) await context.close();
  },
);
