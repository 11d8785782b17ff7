// A closed test on Google Play: the template, daily check-ins, and the replacement of a silent
// tester.
import { readFile } from "node:fs/promises";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { taskOf } from "../../unit/tasks/cases.ts";

const campaignId = "0c000000-0000-4000-8000-000000000046";
const optIn = "https://play.google.com/apps/testing/test.betaflock.map";
const checkIn = taskOf({ id: "t1", kind: "check_in", title: "Use the map today", days: 14, minutes: 5 });
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

const { product, dana, tess } = setUpDeveloperAndTester();
const [sam, wanda] = [setUpPerson(product, "Sam Silent", "tester"), setUpPerson(product, "Wanda Waiting", "tester")];

test(
  "B19 the template for 12 testers proposes 16 spots and three weeks, and asks for the opt-in link",
  long,
  async ({ browser }) => {
    const { context, page } = await enter(await openDevice(browser), product, {
      email: dana.email,
      home: "/developer",
    });
    await visit(page, "/developer/campaigns/create?tab=details");
    await page.getByLabel("Start date").fill(inDays(2));
    await page.getByRole("button", { name: "Tasks from a template" }).click();
    await page.getByRole("menuitem", { name: "12 testers, 14 days" }).click();
    await expect(page.getByLabel("Number of testers")).toHaveValue("16");
    await expect(page.getByLabel("End date")).toHaveValue(inDays(22));
    const link = page.getByLabel("Opt-in link of the closed test");
    await link.fill("play.google.com/apps/testing");
    await link.blur();
    await expect(page.getByText("Enter a full address that starts with https://").first()).toBeVisible();
    await link.fill(optIn);
    await link.blur();
    await expect(page.getByText("Enter a full address that starts with https://")).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await page.getByRole("tab", { name: /Requirements/ }).click();
    await expect(page.getByLabel("Link to the build")).toHaveValue(optIn);
    await context.close();
  },
);

test(
  "B19 O1 a tester checks in offline with one tap, and a silent one is replaced offline from the waiting list",
  long,
  async ({ browser }) => {
    await insertCampaign(dana, { id: campaignId, title: "Night map", max_testers: 2, auto_select: false });
    await dana.insert("briefs", { id: campaignId, developer_id: dana.id, tasks: [checkIn], build_url: optIn });
    for (const { id, insert } of [tess, sam, wanda])
      await insert("applications", { id: applicationId(campaignId, id), campaign_id: campaignId, tester_id: id });
    for (const { id } of [tess, sam])
      await dana.patch("applications", applicationId(campaignId, id), { status: "accepted" });
    // Accepted three days ago.
    await product.sql.begin(async (sql) => {
      await sql`select set_config('betaflock.seeding', 'on', true)`;
      await sql`update applications set accepted_at = now() - interval '3 days' where campaign_id = ${campaignId} and accepted_at is not null`;
    });

    const phone = await enter(await openDevice(browser, { phone: true }), product, {
      email: tess.email,
      home: "/tester",
    });
    await visit(phone.page, `/tester/tests/${campaignId}`);
    await expect(phone.page.getByText("Join the closed test on Google Play")).toBeVisible();
    const daily = phone.page.getByRole("region", { name: "Daily check-in" });
    await expect(daily.getByText("Day 1 of 14")).toBeVisible();
    expect(await findings(phone.page)).toEqual([]);
    await fitsPhone(phone.page);
    await phone.context.setOffline(true);
    await daily.getByRole("button", { name: "Check in for today" }).click();
    await expect(daily.getByText("Checked in today.")).toBeVisible();
    await phone.context.setOffline(false);
    await synced(phone.page);
    await phone.context.close();

    const { context, page } = await enter(await openDevice(browser), product, {
      email: dana.email,
      home: "/developer",
    });
    await visit(page, `/developer/campaigns/${campaignId}?tab=results`);
    const panel = page.getByRole("region", { name: "Daily check-in" });
    const row = (name: string) => panel.getByRole("row").filter({ hasText: name });
    await expect(row("Tess Tester").getByText("Checked in", { exact: true })).toBeVisible();
    await expect(row("Sam Silent").getByText("Missing", { exact: true })).toBeVisible();
    await expect(panel.getByText("Betaflock cannot see Google's own count of opted-in testers.")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Remind 1 tester to check in" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Answers for Google's form" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain("1 tester used the app on at least one day.");
    expect(text).toContain("Missing: nobody has sent a report.");

    await context.setOffline(true);
    await expect(row("Tess Tester").getByRole("button")).toHaveCount(0);
    await row("Sam Silent").getByRole("button", { name: "Replace Sam Silent" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Accept instead")).toHaveValue(applicationId(campaignId, wanda.id));
    await dialog.getByRole("button", { name: "Replace tester" }).click();
    await expect(dialog.getByText("Required")).toBeVisible();
    await dialog.getByLabel("Reason").fill("No check-in for three days");
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Replace tester" }).click();
    await expect(row("Wanda Waiting")).toBeVisible();
    await expect(row("Sam Silent")).toHaveCount(0);
    await resize(page, { width: 375, height: 667 });
    await fitsPhone(page);
    await context.setOffline(false);
    await synced(page);
    const statuses = await product.sql<{ tester_id: string; status: string }[]>`
    select tester_id, status from applications where campaign_id = ${campaignId}`;
    expect(Object.fromEntries(statuses.map(({ tester_id, status }) => [tester_id, status]))).toEqual({
      [tess.id]: "accepted",
      [sam.id]: "removed",
      [wanda.id]: "accepted",
    });
    await context.close();
  },
);
