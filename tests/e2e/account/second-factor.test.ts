// Account security: two-step verification from set-up to removal, a session ended from another
// device, an admin without the required second factor.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright/test";
import { signUpByApi } from "../../fixtures/browser/api.ts";
import { codes } from "../../fixtures/browser/authenticator.ts";
import { logIn, openDevice, openPage, password, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const product = setUpProduct();

const device = async (browser: Browser, phone = false): Promise<Page> => openPage(await openDevice(browser, { phone }));
async function addAuthenticator(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const next = codes((await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "");
  await dialog.getByLabel("Code").fill(await next());
  await dialog.getByRole("button", { name: "Verify and turn on" }).click();
  await expect(page.getByText("Two-step verification is on")).toBeVisible();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
}
const axe = async (page: Page) => {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await run.run()).violations.map((violation) => violation.id);
  });
  expect(found).toEqual([]);
};
test(
  "T13 T1 B9 two-step verification: set up by QR code, required at the next login, removed",
  long,
  async ({ browser }) => {
    test.setTimeout(300_000);
    const who = await signUpByApi(product, "Fay Factor", "tester");
    const desk = await device(browser);
    const phone = await device(browser, true);
    await Promise.all([signIn(desk, product, who.email, "/account"), signIn(phone, product, who.email, "/tester")]);

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
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(desk.getByRole("button", { name: "Remove My phone" })).toBeVisible();

    // The phone's session began with a password alone, so it has ended. Its data stays.
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
    for (const page of [desk, phone, again]) await page.context().close();
  },
);

test(
  "T13 hours after the login, adding an app asks for the password and removing it for a code",
  long,
  async ({ browser }) => {
    const who = await signUpByApi(product, "Nora Night", "tester");
    const page = await device(browser);
    await signIn(page, product, who.email, "/account/security");
    const hoursLater = () => product.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '2 hours'`;
    await hoursLater();
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill("not my horse");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("That is not your current password.")).toBeVisible();
    await axe(page);
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const next = codes((await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "");
    await dialog.getByLabel("Code").fill(await next());
    await dialog.getByRole("button", { name: "Verify and turn on" }).click();
    await dialog.getByRole("button", { name: "I have saved them" }).click();

    await hoursLater();
    await page.getByRole("button", { name: "Remove My phone" }).click();
    await page.getByRole("alertdialog").or(dialog).getByRole("button", { name: "Remove My phone" }).click();
    await dialog.getByLabel("Code").fill(await next());
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("You need an authenticator app on your phone", { exact: false })).toBeVisible();
    await page.context().close();
  },
);

test(
  "B9 T13 recovery codes: shown once, saved, replaced; one works after losing the phone, and turns two-step verification off",
  long,
  async ({ browser }) => {
    const who = await signUpByApi(product, "Lou Lost", "tester");
    const desk = await device(browser);
    await signIn(desk, product, who.email, "/account/security");
    await desk.getByRole("button", { name: "Add an authenticator app" }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByRole("button", { name: "Continue" }).click();
    const next = codes((await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "");
    await dialog.getByLabel("Code").fill(await next());
    await dialog.getByRole("button", { name: "Verify and turn on" }).click();
    await expect(dialog.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    const shown = dialog.getByRole("listitem");
    await expect(shown).toHaveCount(10);
    await axe(desk);
    const former = await shown.allTextContents();
    await desk.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(desk.getByText("The codes have been copied")).toBeVisible();
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(former.join("\n"));
    const downloading = desk.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const saved = await downloading;
    expect(saved.suggestedFilename()).toBe("betaflock-recovery-codes.txt");
    const text = readFileSync(await saved.path(), "utf8");
    for (const code of [...former, who.email]) expect(text).toContain(code);
    await desk.emulateMedia({ media: "print" });
    await expect(desk.getByRole("heading", { name: "Betaflock recovery codes" })).toBeVisible();
    await expect(dialog).toBeHidden();
    await desk.emulateMedia({ media: "screen" });
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(desk.getByText("You have 10 codes, made", { exact: false })).toBeVisible();
    await axe(desk);

    // Users who added their app before recovery codes existed have none.
    await product.sql`delete from private.recovery_codes where user_id = ${who.id}`;
    await desk.reload();
    await expect(desk.getByText("You have no recovery codes")).toBeVisible();
    await axe(desk);
    await desk.getByRole("button", { name: "Make recovery codes" }).click();
    await expect(shown).toHaveCount(10);
    await dialog.getByRole("button", { name: "I have saved them" }).click();

    await desk.getByRole("button", { name: "Make new codes" }).click();
    await expect(dialog.getByText("The codes you have now will no longer work.")).toBeVisible();
    await dialog.getByRole("button", { name: "Make new codes" }).click();
    await expect(shown).toHaveCount(10);
    const [code = ""] = await shown.allTextContents();
    expect(former).not.toContain(code);
    await dialog.getByRole("button", { name: "I have saved them" }).click();

    const fresh = await device(browser, true);
    await fresh.goto(`${product.url}/login`);
    await fresh.getByLabel("Email").fill(who.email);
    await fresh.getByLabel("Password", { exact: true }).fill(password);
    await fresh.getByRole("button", { name: "Log In", exact: true }).click();
    await fresh.waitForURL(/\/challenge/);
    await fresh.getByRole("button", { name: "Lost your phone? Use a recovery code" }).click();
    const field = fresh.getByLabel("Recovery code");
    await expect(field).toBeFocused();
    await axe(fresh);
    const send = fresh.getByRole("button", { name: "Log in with this code" });
    await field.fill("abc");
    await send.click();
    await expect(fresh.getByText("A recovery code has 16 letters and digits", { exact: false })).toBeVisible();
    await field.fill(former[0] ?? "");
    await send.click();
    await expect(fresh.getByText("This is not one of your recovery codes.", { exact: false })).toBeVisible();
    await fresh.context().setOffline(true);
    await field.fill(code.toUpperCase());
    await send.click();
    await expect(fresh.getByText("The server cannot be reached.", { exact: false })).toBeVisible();
    await fresh.context().setOffline(false);
    await send.click();
    await fresh.waitForURL(`${product.url}/account/security`);
    await expect(fresh.getByText("All your other devices have been logged out.")).toBeVisible();
    await expect(fresh.getByText("You need an authenticator app on your phone", { exact: false })).toBeVisible();
    await synced(fresh);
    await desk.reload();
    await expect(desk.getByText("Sign in again to send your changes")).toBeVisible({ timeout: 90_000 });
    // The password is sufficient again.
    const again = await device(browser);
    await logIn(again, product, who.email, "/tester");
    for (const page of [desk, fresh, again]) await page.context().close();
  },
);

test(
  "S25 T13 an admin without a second factor makes it mandatory: the setting is saved, the set-up page follows, and work continues",
  long,
  async ({ browser }) => {
    const who = await signUpByApi(product, "Sam Settings", "tester");
    await product.sql`update public.profiles set role = 'admin' where id = ${who.id}`;
    const page = await device(browser, true);
    await signIn(page, product, who.email, "/admin/settings?tab=security");
    await synced(page);
    await page.getByLabel("Minimum password length").fill("13");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Security settings have been updated successfully.")).toBeVisible();
    // Only the length is in force. Saving without a change includes the other values.
    await expect(page.getByText("Never saved. In force: 8.")).toHaveCount(0);
    await expect(page.getByText("Never saved. In force: off.")).toHaveCount(2);
    await synced(page);
    await page.getByRole("button", { name: "Save Changes" }).click();
    const asked = page.getByRole("alertdialog");
    await expect(asked).toContainText("You have not set up two-step verification yourself");
    await asked.getByRole("button", { name: "Save and set it up" }).click();
    await expect(page.getByText("Security settings have been updated successfully.")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/account/security`);
    // The toast was correct, and this device applies the new rule.
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
    // Nothing is stuck: the next save of this section arrives.
    await visit(page, "/admin/settings?tab=security");
    await page.getByLabel("Minimum password length").fill("15");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect
      .poll(
        async () =>
          (
            await product.sql`select "values" -> 'min_password_length' as n from settings where section = 'security'`
          )[0],
      )
      .toEqual({ n: 15 });
    await synced(page);
    expect(await product.sql`select code from public.sync_rejections where user_id = ${who.id}`).toEqual([]);
    // The next admin signs up under the previous rules.
    await product.sql`update public.settings set saved_at = null where section = 'security'`;
    await page.context().close();
  },
);

test("T13 P3 an admin's rights require the second factor if the settings do", long, async ({ browser }) => {
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
