// What keeps an account safe, as a person meets it: two-step verification from adding it to taking
// it away, a session that is ended from elsewhere, an admin whose rights wait for the second
// factor.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright/test";
import { signUpByApi } from "../../fixtures/browser/api.ts";
import { codes } from "../../fixtures/browser/authenticator.ts";
import { logIn, openDevice, openPage, password, signIn, synced } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, test } from "../../fixtures/browser/test.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const product = setUpProduct();

const device = async (browser: Browser, phone = false): Promise<Page> => openPage(await openDevice(browser, { phone }));
/** Adds an authenticator app, on the page for two-step verification. */
async function addAuthenticator(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const next = codes((await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "");
  await dialog.getByLabel("Code").fill(await next());
  await dialog.getByRole("button", { name: "Verify and turn on" }).click();
  await expect(page.getByText("Two-step verification is on")).toBeVisible();
}
const axe = async (page: Page) => {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await run.run()).violations.map((violation) => violation.id);
  });
  expect(found).toEqual([]);
};
test("T13 T1 B9 two-step verification: added with a picture, asked for at the next login, removed", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const who = await signUpByApi(product, "Fay Factor", "tester");
  const desk = await device(browser);
  const phone = await device(browser, true);
  await signIn(desk, product, who.email, "/tester");
  await signIn(phone, product, who.email, "/tester");

  await desk.goto(`${product.url}/account`);
  await desk.getByRole("main").getByRole("link", { name: "Two-step verification" }).click();
  await expect(desk.getByRole("heading", { level: 1, name: "Two-step verification" })).toBeVisible();
  await axe(desk);
  await desk.getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const picture = dialog.getByRole("img", { name: "QR code for your authenticator app" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(
    true,
  );
  await expect(dialog.getByText("If you lose your phone")).toBeVisible();
  await axe(desk);
  const key = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await desk.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(desk.getByText("The key has been copied")).toBeVisible();
  expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(key);
  const next = codes(key);
  await dialog.getByLabel("Code").fill("12 34");
  await dialog.getByRole("button", { name: "Verify and turn on" }).click();
  await expect(dialog.getByText("Enter the six digits your app shows.")).toBeVisible();
  await dialog.getByLabel("Code").fill(await next());
  await dialog.getByRole("button", { name: "Verify and turn on" }).click();
  await expect(desk.getByText("Two-step verification is on")).toBeVisible();
  await expect(desk.getByRole("button", { name: "Remove My phone" })).toBeVisible();

  // The phone's session began with a password alone: it is over, and what is on the device stays.
  await phone.reload();
  await expect(phone.getByText("Sign in again to send your changes")).toBeVisible({ timeout: 90_000 });
  await phone.getByLabel("Password").fill(password);
  await phone.getByRole("button", { name: "Sign in", exact: true }).click();
  await phone.waitForURL(/\/challenge/);
  await expect(phone.getByRole("heading", { level: 1, name: "Two-step verification" })).toBeVisible();
  await axe(phone);
  await phone.getByLabel("Code").fill("000000");
  await phone.getByRole("button", { name: "Verify" }).click();
  await expect(phone.getByText("This code is wrong or has already been used.", { exact: false })).toBeVisible();
  await phone.getByLabel("Code").fill(await next());
  await phone.getByRole("button", { name: "Verify" }).click();
  await phone.waitForURL(`${product.url}/tester`);
  await synced(phone);

  await desk.getByRole("button", { name: "Remove My phone" }).click();
  await desk
    .getByRole("alertdialog")
    .or(desk.getByRole("dialog"))
    .getByRole("button", { name: "Remove My phone" })
    .click();
  await expect(desk.getByText("You need an authenticator app on your phone", { exact: false })).toBeVisible();
  const again = await device(browser);
  await logIn(again, product, who.email, "/tester");
});

test("S25 T13 an admin without a second factor makes it a must: the save lands, the setup is the next page, and the work goes on", async ({
  browser,
}) => {
  const who = await signUpByApi(product, "Sam Settings", "tester");
  await product.sql`update public.profiles set role = 'admin' where id = ${who.id}`;
  const page = await device(browser, true);
  await signIn(page, product, who.email, "/admin");
  await synced(page);
  await page.goto(`${product.url}/admin/settings?tab=security`);
  await page.getByLabel("Minimum password length").fill("13");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const asked = page.getByRole("alertdialog");
  await expect(asked).toContainText("You have not set up two-step verification yourself");
  await asked.getByRole("button", { name: "Save and set it up" }).click();
  await expect(page.getByText("Security settings have been updated successfully.")).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/account/security`);
  // The toast has told the truth, and this device knows what that means for it.
  await expect
    .poll(async () => {
      const [row] = await product.sql`
        select saved_at is not null as saved, "values" -> 'min_password_length' as least, "values" -> 'require_2fa_for_admins' as must
        from public.settings where section = 'security'`;
      return row;
    })
    .toEqual({ saved: true, least: 13, must: true });
  await expect(page.getByText("Admins need two-step verification here")).toBeVisible();
  await synced(page);
  await addAuthenticator(page);
  await expect(page.getByText("Admins need two-step verification here")).toBeHidden({ timeout: 60_000 });
  // Nothing of theirs is stuck: the next save of the same section arrives.
  await page.goto(`${product.url}/admin/settings?tab=security`);
  await page.getByLabel("Minimum password length").fill("15");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect
    .poll(
      async () =>
        (await product.sql`select "values" -> 'min_password_length' as n from settings where section = 'security'`)[0],
    )
    .toEqual({ n: 15 });
  await synced(page);
  expect(await product.sql`select code from public.sync_refusals where user_id = ${who.id}`).toEqual([]);
  // The next one signs up under the rules of before.
  await product.sql`update public.settings set saved_at = null where section = 'security'`;
  await page.context().close();
});

test("T13 P3 an admin's rights wait for the second factor where the settings ask for it", async ({ browser }) => {
  const who = await signUpByApi(product, "Ada Admin", "tester");
  await product.sql`update public.profiles set role = 'admin' where id = ${who.id}`;
  await product.sql`update public.settings set saved_at = now() where section = 'security'`;
  const page = await device(browser);
  await logIn(page, product, who.email, "/admin");
  await expect(page.getByText("Admins need two-step verification here")).toBeVisible();
  await page.getByRole("link", { name: "Set it up" }).click();
  await addAuthenticator(page);
  await expect(page.getByText("Admins need two-step verification here")).toBeHidden({ timeout: 60_000 });
});
