// E-mail addresses as with plain `npm start`: verified after sign-in, changed with both mailboxes,
// mistyped and corrected. On a phone in English and a desktop in Spanish.
import type { Browser, Page } from "playwright/test";
import { signUpByApi } from "../../fixtures/browser/api.ts";
import { followMailedLink } from "../../fixtures/browser/mailed-links.ts";
import { fitsPhone, logIn, openDevice, openPage, password, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });

async function device(browser: Browser, kind: "phone" | "desk"): Promise<Page> {
  const context = await openDevice(browser, { phone: kind === "phone" });
  if (kind === "desk") await context.addInitScript(() => localStorage.setItem("language", "es"));
  return openPage(context);
}
const logInInSpanish = async (page: Page, email: string, home: string) => {
  await page.goto(`${product.url}/login`);
  await page.getByLabel(/^Correo/).fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await page.waitForURL(`${product.url}${home}`);
};
/** Returns the links of the e-mails to this address, newest first. */
async function linksTo(email: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/dev/mail/messages.json`);
  const messages = (await answer.json()) as { to: string; links: string[] }[];
  return messages.filter((m) => m.to === email).flatMap((m) => m.links.filter((l) => l.includes("/auth/confirm")));
}
const verified = async (name: string, role: "tester" | "developer") => {
  const who = await signUpByApi(product, name, role);
  await product.sql`update auth.users set email_confirmed_at = now() where id = ${who.id}`;
  return who;
};
const addressOf = async (id: string) =>
  (await product.sql`select email from public.accounts where id = ${id}`)[0]?.email;

test(
  "T3 S4 S30 a new account signs in at once with a notice that its address is unverified; opening the link removes it on all devices",
  long,
  async ({ browser }) => {
    const email = "vera.later@example.test";
    const phone = await device(browser, "phone");
    await phone.goto(`${product.url}/register`);
    await phone.getByLabel("Full Name").fill("Vera Later");
    await phone.getByLabel("Email").fill(email);
    await phone.getByLabel("Password", { exact: true }).fill(password);
    await phone.getByLabel("Confirm Password", { exact: true }).fill(password);
    await phone.getByRole("button", { name: "Create Account" }).click();
    await expect(
      phone.getByText("You've registered as a tester. Please check your email to verify your account."),
    ).toBeVisible();
    await phone.waitForURL(`${product.url}/tester`);
    const notice = phone.getByText("Your email address is not verified yet");
    await expect(notice).toBeVisible();
    expect(await linksTo(email)).toHaveLength(1);
    await phone.getByRole("button", { name: "Send the message again" }).click();
    await expect(phone.getByText("Message sent", { exact: true })).toBeVisible();
    await expect(phone.getByRole("button", { name: /^Send again in/ })).toBeDisabled();
    await expect.poll(async () => (await linksTo(email)).length).toBe(2);
    await fitsPhone(phone);
    // Other pages do not show it.
    await visit(phone, "/tester/profile");
    await expect(phone.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
    await expect(phone.getByText("How developers see you")).toBeVisible();
    await expect(notice).toHaveCount(0);
    await visit(phone, "/account");
    await expect(notice).toBeVisible();

    const desk = await device(browser, "desk");
    await logInInSpanish(desk, email, "/tester");
    const aviso = desk.getByText("Tu dirección de correo aún no está verificada");
    await expect(aviso).toBeVisible();
    const reader = await device(browser, "phone");
    await followMailedLink(reader, (await linksTo(email))[0]);
    await expect(reader.getByText("Email address verified")).toBeVisible();
    await reader.waitForURL(`${product.url}/tester`);
    for (const gone of [notice, aviso]) await expect(gone).toHaveCount(0);
    for (const page of [phone, desk, reader]) await page.context().close();
  },
);

test(
  "B9 S13 S30 a tester changes the address in the profile: both mailboxes confirm, every device shows pending confirmations, and it can be cancelled",
  long,
  async ({ browser }) => {
    const who = await verified("Tara Tester", "tester");
    const other = await verified("Otto Other", "tester");
    const next = "tara.next@example.test";
    const phone = await device(browser, "phone");
    const desk = await device(browser, "desk");
    await Promise.all([
      signIn(phone, product, who.email, "/tester/profile"),
      // The page's script selects Spanish.
      signIn(desk, product, who.email, "/account"),
    ]);
    await synced(phone);
    const ask = async (address: string) => {
      await phone.getByRole("button", { name: "Change email" }).click();
      const dialog = phone.getByRole("dialog");
      await dialog.getByLabel("New email address").fill(address);
      await dialog.getByLabel("Current password").fill(password);
      await dialog.getByRole("button", { name: "Send the messages" }).click();
      return dialog;
    };
    const dialog = await ask(who.email.toUpperCase());
    await expect(dialog.getByText("This is already your address.")).toBeVisible();
    await dialog.getByLabel("New email address").fill(other.email);
    await dialog.getByRole("button", { name: "Send the messages" }).click();
    await expect(dialog.getByText("This address belongs to another account.")).toBeVisible();
    await phone.context().setOffline(true);
    await expect(dialog.getByText("You are offline. Connect to change your address.")).toBeVisible();
    await dialog.getByLabel("New email address").fill(next);
    await dialog.getByRole("button", { name: "Send the messages" }).click();
    await expect(dialog.getByText("The server cannot be reached.", { exact: false })).toBeVisible();
    await phone.context().setOffline(false);
    // The server requires a second between e-mails to one address.
    await expect(async () => {
      await dialog.getByRole("button", { name: "Send the messages" }).click();
      await expect(dialog).toHaveCount(0, { timeout: 3_000 });
    }).toPass();
    await expect(phone.getByText("Now open the links we sent you")).toBeVisible();
    // The form behind the dialog was not submitted with it.
    await expect(phone.getByText("Profile saved")).toHaveCount(0);
    await expect(phone.getByText("Open the links in both.", { exact: false })).toBeVisible();
    await expect(desk.getByText("Abre los enlaces de ambos.", { exact: false })).toBeVisible();
    await fitsPhone(phone);

    const reader = await device(browser, "desk");
    await followMailedLink(reader, (await linksTo(next))[0]);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Falta una confirmación");
    await expect(phone.getByText("The new address is confirmed.", { exact: false })).toBeVisible();
    const dead = (await linksTo(who.email))[0] ?? "";
    await phone.getByRole("button", { name: "Cancel the change" }).click();
    await expect(phone.getByText("Your address stays as it is")).toBeVisible();
    await expect(phone.getByText("Your address is being changed")).toHaveCount(0);
    await expect(desk.getByText("Tu dirección está cambiando")).toHaveCount(0);
    await followMailedLink(phone, dead);
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
    expect(await addressOf(who.id)).toBe(who.email);
    await phone.getByRole("link", { name: "Go to my account" }).click();

    // Started again, it is completed by the links of a second e-mail.
    await ask(next);
    await expect(phone.getByText("Your address is being changed")).toBeVisible();
    await phone.getByRole("button", { name: "Send the message again" }).click();
    await expect(phone.getByText("Message sent", { exact: true })).toBeVisible();
    await followMailedLink(reader, (await linksTo(who.email))[0]);
    const confirmed = phone
      .locator("p")
      .filter({ hasText: /^Your current address, .*, is confirmed\. Now open the link/ });
    await expect(confirmed).toContainText(next);
    await followMailedLink(reader, (await linksTo(next))[0]);
    await expect(reader.getByText("Dirección de correo cambiada")).toBeVisible();
    // The account menu updates without a reload.
    await expect(phone.locator("#person").getByText(next)).toBeVisible();
    await expect(desk.locator("#person").getByText(next)).toBeVisible();
    await expect(phone.getByText("Your address is being changed")).toHaveCount(0);
    await visit(phone, "/tester/profile");
    await expect(phone.getByLabel("Email", { exact: true })).toHaveValue(next);
    await logIn(await device(browser, "phone"), product, next, "/tester");
    for (const page of [phone, desk, reader]) await page.context().close();
  },
);

test(
  "B9 S21 T3 a developer with a mistyped address corrects it with the new mailbox alone",
  long,
  async ({ browser }) => {
    const who = await signUpByApi(product, "Dora Typo", "developer");
    const next = "dora.right@example.test";
    const desk = await device(browser, "desk");
    await signIn(desk, product, who.email, "/developer/profile");
    await desk.getByRole("button", { name: "Cambiar correo" }).click();
    await desk.getByRole("dialog").getByLabel("Nueva dirección de correo").fill(next);
    const current = desk.getByRole("dialog").getByLabel("Contraseña actual");
    await current.fill("not the one");
    await desk.keyboard.press("Enter");
    await expect(desk.getByText("Esa no es tu contraseña actual.")).toBeVisible();
    await current.fill(password);
    await desk.keyboard.press("Enter");
    await expect(
      desk.getByText("Abre el enlace del mensaje enviado a tu nueva dirección", { exact: false }),
    ).toBeVisible();
    await followMailedLink(desk, (await linksTo(next))[0]);
    await desk.waitForURL(`${product.url}/developer`);
    await expect(desk.getByText("Tu dirección de correo aún no está verificada")).toHaveCount(0);
    await visit(desk, "/developer/profile");
    await expect(desk.getByLabel(/^Correo/)).toHaveValue(next);
    await desk.context().close();
  },
);
