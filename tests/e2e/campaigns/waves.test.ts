// A private campaign filled in waves from a list, as its developer sees and controls them. The
// tests move time in the database, and call the schedule like the timer.
import type { Browser, Page } from "playwright/test";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { mailedLink, signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, openDevice, openPage, signIn } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });

/** Opens a developer's page for the invitations to a private campaign. */
async function privateCampaign(browser: Browser, developer: string, more: object, phone = false) {
  const owner = await signUpVerified(product, developer, "developer");
  const id = crypto.randomUUID();
  await insertCampaign(owner, { id, title: "A map for the night", visibility: "private", ...more });
  const desk = await openPage(await openDevice(browser, { phone }));
  await signIn(desk, product, owner.email, "/developer");
  await visit(desk, `/developer/campaigns/${id}/invitations`);
  return { owner, id, desk };
}
/** Checks a CSV list, up to the choice of how to send it. */
async function checkList(desk: Page, emails: readonly string[]) {
  await desk.getByRole("button", { name: "Invite testers" }).first().click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("tab", { name: "CSV" }).click();
  const file = ["Name,Email", ...emails.map((email, n) => `Tester ${n},${email}`)].join("\n");
  const list = { name: "testers.csv", mimeType: "text/csv", buffer: Buffer.from(file) };
  await dialog.locator('input[type="file"]').setInputFiles(list);
  await dialog.getByRole("button", { name: "Check addresses" }).click();
  return dialog;
}
const card = (desk: Page) => desk.getByRole("article", { name: "Waves of invitations" });
const mailed = async (emails: readonly string[]) =>
  (await product.sql`select 1 from private.tester_invitations where email = any (${emails as string[]})`).length;
/** Ends the pause and runs the timer. */
async function pass(campaign: string) {
  await product.sql`update private.wave_plans set next_at = now() - interval '1 second' where campaign_id = ${campaign}`;
  await product.sql`call private.run_scheduled_jobs()`;
}

/** Follows the mailed link and applies. */
async function joinAndApply(browser: Browser, email: string): Promise<Page> {
  const page = await openPage(await openDevice(browser));
  await signIn(page, product, email, "/tester");
  await page.goto(await mailedLink(product, email, "/join#"));
  await page.getByRole("button", { name: "Open the test" }).click();
  await page.getByRole("button", { name: "Apply Now" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Send application" }).click();
  return page;
}

test(
  "B2 a private campaign is filled in two waves from a CSV: the second goes out after the pause, and enough testers end it",
  long,
  async ({ browser }) => {
    const testers = [];
    for (const name of ["Wanda Wave", "Willem Wave"]) testers.push(await signUpVerified(product, name, "tester"));
    const emails = [...testers.map(({ email }) => email), ...[3, 4, 5].map((n) => `wave${n}@example.test`)];
    const { id, desk } = await privateCampaign(browser, "Carla Csv", { max_testers: 20, auto_select: true });
    const dialog = await checkList(desk, emails);
    await expect(dialog.getByText("5 addresses will be invited.")).toBeVisible();
    await dialog.getByRole("radio", { name: "In waves" }).check();
    // The preview shows the plan; invalid numbers have errors at their fields.
    await dialog.getByLabel("Invitations per wave").fill("0");
    await dialog.getByRole("button", { name: "Start waves" }).click();
    await expect(dialog.getByText("Enter a whole number from 1 to 500")).toBeVisible();
    await dialog.getByLabel("Invitations per wave").fill("2");
    await dialog.getByLabel("Testers wanted").fill("2");
    await expect(dialog.getByText("2 invitations now, 2 more every 2 days, until 2 testers take part.")).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    await dialog.getByRole("button", { name: "Start waves" }).click();
    await expect(desk.getByText("The waves have started")).toBeVisible();
    await expect(card(desk)).toContainText("0 of 2 testers take part");
    await expect(card(desk)).toContainText("2 of 5 people invited");
    await expect(card(desk)).toContainText("Next 2 invitations:");
    expect(await mailed(emails)).toBe(2);
    expect(await findings(desk)).toEqual([]);

    // Invited testers open the link and apply.
    const pages: Page[] = [];
    const [wanda = "", willem = ""] = testers.map(({ email }) => email);
    pages.push(await joinAndApply(browser, wanda));
    const taken = () => product.sql`select 1 from applications where campaign_id = ${id} and status = 'accepted'`;
    await expect.poll(taken).toHaveLength(1);

    await pass(id);
    await desk.reload();
    await expect(card(desk)).toContainText("1 of 2 testers take part");
    await expect(card(desk)).toContainText("4 of 5 people invited");
    pages.push(await joinAndApply(browser, willem));
    await expect.poll(taken).toHaveLength(2);
    await pass(id);
    await desk.reload();
    await expect(card(desk)).toContainText("Done");
    await expect(card(desk)).toContainText("Enough testers take part; 1 person on the list was not invited.");
    expect(await mailed(emails)).toBe(4);
    await visit(desk, "/notifications");
    await expect(desk.getByText("Enough testers take part")).toBeVisible();
    for (const one of [desk, ...pages]) await one.context().close();
  },
);

test(
  "B2 O1 waves are sent, paused, resumed and stopped; offline the card shows its age, and no actions",
  long,
  async ({ browser }) => {
    const emails = [1, 2, 3, 4, 5].map((n) => `calm${n}@example.test`);
    const { id, desk } = await privateCampaign(browser, "Pia Phone", { max_testers: 20 }, true);
    const dialog = await checkList(desk, emails.slice(0, 4));
    await dialog.getByRole("radio", { name: "In waves" }).check();
    await dialog.getByLabel("Invitations per wave").fill("1");
    await fitsPhone(desk);
    await dialog.getByRole("button", { name: "Start waves" }).click();
    await expect(card(desk)).toContainText("1 of 4 people invited");
    await card(desk).getByRole("button", { name: "Send the next 1 now" }).click();
    await expect(card(desk)).toContainText("2 of 4 people invited");
    await card(desk).getByRole("button", { name: "Pause" }).click();
    await expect(card(desk)).toContainText("Paused: 2 people are waiting.");
    await pass(id);
    expect(await mailed(emails)).toBe(2);
    await fitsPhone(desk);

    // More candidates for the existing plan.
    const more = await checkList(desk, emails.slice(4));
    await more.getByRole("radio", { name: "In the waves that have started" }).check();
    await more.getByRole("button", { name: "Add 1 person" }).click();
    await expect(card(desk)).toContainText("2 of 5 people invited");

    await desk.context().setOffline(true);
    await expect(card(desk)).toContainText("Connect to change the waves.");
    for (const name of ["Resume", "Stop"]) await expect(card(desk).getByRole("button", { name })).toBeDisabled();
    await desk.reload();
    await expect(card(desk)).toContainText("last seen");
    await expect(card(desk)).toContainText("2 of 5 people invited");
    await desk.context().setOffline(false);

    await card(desk).getByRole("button", { name: "Resume" }).click();
    await expect(card(desk)).toContainText("Running");
    await card(desk).getByRole("button", { name: "Stop" }).click();
    await expect(desk.getByRole("alertdialog")).toContainText("3 people are still waiting and are not invited.");
    await desk.getByRole("alertdialog").getByRole("button", { name: "Stop waves" }).click();
    await expect(card(desk)).toContainText("3 people on the list were not invited.");
    await pass(id);
    expect(await mailed(emails)).toBe(2);
    await desk.context().close();
  },
);
