// A private campaign filled by a list and by a link, for its developer and its testers.
import type { Browser, Page } from "playwright/test";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { followMailedLink, mailedLink, signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, openDevice, openPage, sendLogin, sendRegistration, signIn } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });

const open = async (browser: Browser, phone = false): Promise<Page> => openPage(await openDevice(browser, { phone }));

/** Opens a developer's page for the invitations to a private campaign. */
async function privateCampaign(browser: Browser, developer: string, title: string) {
  const owner = await signUpVerified(product, developer, "developer");
  const id = crypto.randomUUID();
  await insertCampaign(owner, { id, title, visibility: "private", max_testers: 20 });
  const desk = await open(browser);
  await signIn(desk, product, owner.email, "/developer");
  await desk.goto(`${product.url}/developer/campaigns/${id}/invitations`);
  return { owner, id, desk };
}
const dialogOf = async (desk: Page, tab: string) => {
  await desk.getByRole("button", { name: "Invite testers" }).first().click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("tab", { name: tab }).click();
  return dialog;
};
const apply = async (page: Page, title: string) => {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("button", { name: "Apply Now" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Send application" }).click();
};

test(
  "a private campaign is filled by CSV: the list is checked line by line, an invited address signs up, joins and can apply",
  long,
  async ({ browser }) => {
    const title = "A map for the night";
    const { id, desk } = await privateCampaign(browser, "Carla Csv", title);
    await expect(desk.getByText("No invitations by email yet")).toBeVisible();
    const dialog = await dialogOf(desk, "CSV");
    await dialog.locator('input[type="file"]').setInputFiles({
      name: "testers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Name,Email\nNora,nora.night@example.test\nBo,no address\nNora,Nora.Night@example.test\n"),
    });
    // The input survives an offline reload.
    const text = dialog.getByLabel("Rows of the file");
    await expect(text).toHaveValue(/nora\.night/);
    await desk.context().setOffline(true);
    await expect(dialog.getByText("You are offline")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Check addresses" })).toBeDisabled();
    await desk.context().setOffline(false);
    await dialog.getByRole("button", { name: "Check addresses" }).click();
    await expect(dialog.getByText("1 address will be invited.")).toBeVisible();
    await expect(dialog.getByText("This is not an email address.")).toBeVisible();
    // Each address can be corrected before anything is sent.
    await expect(dialog.getByRole("textbox", { name: "Address in line 2" })).toHaveValue("nora.night@example.test");
    const wrong = dialog.getByRole("textbox", { name: "Address in line 3" });
    await wrong.fill("Bo <bo.night@example.test>");
    await wrong.press("Tab");
    await expect(wrong).toHaveValue("bo.night@example.test");
    await expect(dialog.getByText("2 addresses will be invited.")).toBeVisible();
    await dialog.getByRole("button", { name: "Remove bo.night@example.test" }).click();
    await expect(dialog.getByText("1 address will be invited.")).toBeVisible();
    await expect(dialog.getByText("This address is in the list twice.")).toBeVisible();
    expect(await findings(desk)).toEqual([]);
    expect(await product.sql`select 1 from private.tester_invitations where campaign_id = ${id}`).toHaveLength(0);
    await dialog.getByRole("button", { name: "Send 1 invitation" }).click();
    const row = desk.getByRole("row", { name: /nora\.night@example\.test/ });
    await expect(row).toContainText("Sent");

    // Signed out, on a phone, without an account.
    const email = "nora.night@example.test";
    const phone = await open(browser, true);
    await phone.goto(await mailedLink(product, email, "/join#"));
    await expect(phone.getByRole("heading", { level: 1, name: `Test “${title}”` })).toBeVisible();
    expect(new URL(phone.url()).hash).toBe("");
    await fitsPhone(phone);
    // The header's link returns here, too.
    await expect(phone.getByRole("banner").getByRole("link", { name: "Sign Up" })).toHaveAttribute(
      "href",
      /^\/register\?redirect=%2Fjoin%3Freturn%3D/,
    );
    await phone.getByRole("link", { name: "Create a tester account" }).click();
    await expect(phone.getByLabel("Email")).toHaveValue(email);
    await sendRegistration(phone, { name: "Nora Night", email });
    await phone.waitForURL(/\/join\?return=/);
    await expect(phone.getByText("Verify your email address first")).toBeVisible();
    const mail = await phone.context().newPage();
    await followMailedLink(mail, await mailedLink(product, email, "/auth/confirm"));
    await mail.waitForURL(`${product.url}/tester`);
    await mail.close();
    await phone.getByRole("button", { name: "Open the test" }).click();
    await apply(phone, title);
    await expect.poll(() => product.sql`select 1 from public.applications where campaign_id = ${id}`).toHaveLength(1);
    await desk.reload();
    await expect(row).toContainText("Joined");
    for (const page of [desk, phone]) await page.context().close();
  },
);

test(
  "a link with a limit admits a tester, and one who comes too late does not learn its campaign",
  long,
  async ({ browser }) => {
    const title = "Walks in the rain";
    const { id, desk } = await privateCampaign(browser, "Lena Link", title);
    const tester = await signUpVerified(product, "Theo Tester", "tester");
    const late = await signUpVerified(product, "Lara Late", "tester");
    const dialog = await dialogOf(desk, "Link");
    await dialog.getByLabel("How many testers can use it").fill("1");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const url = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    expect(url).toMatch(/\/join#[0-9a-f]{64}$/);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(desk.getByText("0 of 1")).toBeVisible();

    const page = await open(browser);
    await page.goto(url);
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await sendLogin(page, tester.email);
    await page.waitForURL(/\/join\?return=/);
    await page.getByRole("button", { name: "Open the test" }).click();
    await apply(page, title);
    await expect
      .poll(() => product.sql`select tester_id from public.applications where campaign_id = ${id}`)
      .toEqual([{ tester_id: tester.id }]);

    const other = await open(browser, true);
    await signIn(other, product, late.email, "/tester");
    await other.goto(url);
    await expect(other.getByText("This link no longer works", { exact: false })).toBeVisible();
    await expect(other.getByText(title)).toHaveCount(0);
    await other.goto(`${product.url}/tester/tests/${id}`);
    await expect(other.getByText("This test is not available")).toBeVisible();

    await desk.reload();
    await expect(desk.getByText("1 of 1")).toBeVisible();
    await desk.getByRole("button", { name: "Withdraw link" }).click();
    await desk.getByRole("alertdialog").getByRole("button", { name: "Withdraw link" }).click();
    await expect(desk.getByText("1 of 1")).toHaveCount(0);
    for (const one of [desk, page, other]) await one.context().close();
  },
);
