// Public pages and account settings, online and offline, in both languages: a visitor reads, writes
// to the admins, registers, resets the password, and changes settings.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { followMailedLink } from "../../fixtures/browser/mailed-links.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import {
  logIn,
  openBrowser,
  openDevice,
  openPage,
  password,
  sendLogin,
  signIn,
  synced,
} from "../../fixtures/browser/people.ts";
import { openSignedIn } from "../../fixtures/browser/saved-sign-in.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { storedEntries } from "../../fixtures/zip.ts";

const product = setUpProduct();
const robin = setUpPerson(product, "Robin Tester", "tester");
const visitor = setUpPerson(product, "Vera Visit", "tester");

const at = (page: Page, path: string) => page.goto(`${product.url}${path}`);
async function openForOffline(page: Page, path: string): Promise<void> {
  await at(page, path);
  await readyForOffline(page);
}
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const publicPages = {
  "/": ["Beta testing that works wherever people are", "Pruebas beta que funcionan allí donde está la gente"],
  "/about": ["About Betaflock", "Acerca de Betaflock"],
  "/terms": ["Terms of Service", "Términos del servicio"],
  "/privacy": ["Privacy Policy", "Política de privacidad"],
  "/contact": ["Contact", "Contacto"],
  "/login": ["Welcome back", "Qué bien verte de nuevo"],
  "/register": ["Create your account", "Crea tu cuenta"],
  "/forgot-password": ["Forgot your password?", "¿Olvidaste tu contraseña?"],
  // Opened without a link from an e-mail.
  "/reset-password": ["This link does not work", "Este enlace no funciona"],
} as const;

test(
  "S2 S1 R1 S30 every public page is readable signed out, online and offline, in both languages",
  long,
  async ({ page, context }) => {
    await openForOffline(page, "/");
    const footer = page.getByRole("contentinfo");
    for (const [name, path] of [
      ["Terms", "/terms"],
      ["Privacy", "/privacy"],
      ["Contact", "/contact"],
      ["Admin Login", "/login?role=admin"],
    ] as const) {
      await expect(footer.getByRole("link", { name })).toHaveAttribute("href", path);
    }
    await page.getByRole("link", { name: "Learn More" }).click();
    await expect(page).toHaveURL(`${product.url}/about`);
    for (const step of ["Create a campaign", "Find testers", "Collect feedback"]) {
      await expect(page.getByRole("heading", { name: step })).toBeVisible();
    }
    await visit(page, "/terms");
    await expect(page.getByText("Last updated: May 14, 2025")).toBeVisible();
    await expect(page.getByText(/at least 18 years old, or have the permission of a parent/)).toBeVisible();
    await page.getByLabel("Language").selectOption("es");
    await expect(page.getByText("Última actualización: 14 de mayo de 2025")).toBeVisible();
    await page.getByRole("link", { name: "Volver al inicio" }).click();
    await expect(page).toHaveURL(`${product.url}/`);

    await context.setOffline(true);
    for (const [index, language] of (["en", "es"] as const).entries()) {
      await page.evaluate((l) => localStorage.setItem("language", l), language);
      // The second language is tested in the open app.
      const open = language === "en" ? at : visit;
      if (language === "es") await page.reload();
      for (const [path, titles] of Object.entries(publicPages)) {
        await open(page, path);
        await expect(heading(page), path).toHaveText(titles[index] ?? "");
        await expect(page.locator("html")).toHaveAttribute("lang", language);
      }
    }
  },
);

test(
  "S3 V5 a contact message is validated, survives an offline reload, and arrives once",
  long,
  async ({ page, context }) => {
    await openForOffline(page, "/contact");
    await page.getByRole("button", { name: "Send message" }).click();
    for (const message of [
      "Name must be at least 2 characters",
      "Please enter a valid email address",
      "Please write a message",
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await field(page, "Name").fill("Kim Stranger");
    await field(page, "Email").fill("kim@example.test");
    await field(page, "Message").fill("Do you test car stereos?");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("1 message is waiting to be sent")).toBeVisible();
    await page.getByRole("button", { name: "Write another message" }).click();
    await expect(field(page, "Message")).toHaveValue("");
    await page.reload();
    await expect(page.getByText("1 message is waiting to be sent")).toBeVisible();
    expect(await product.sql`select 1 from contact_messages`).toHaveLength(0);
    // Any page sends it, even one without a store.
    await at(page, "/about");
    await context.setOffline(false);
    await expect
      .poll(async () => await product.sql`select name, email, message, user_id from contact_messages`)
      .toEqual([
        { name: "Kim Stranger", email: "kim@example.test", message: "Do you test car stereos?", user_id: null },
      ]);
    await visit(page, "/contact");
    await expect(page.getByRole("button", { name: "Send message" })).toBeVisible();
    await expect(page.getByText(/waiting to be sent/)).toBeHidden();
  },
);

test("S6 T1 X1 a password reset: an e-mail, a link that works once, and the home page", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await openPage(context);
  await at(page, "/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The login page has a field "Email" too, and stays until the next page has loaded.
  await expect(heading(page)).toHaveText("Forgot your password?");
  await field(page, "Email").fill(robin.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send again in/ })).toBeDisabled();
  const messages = (await (await fetch(`${product.url}/dev/mail/messages.json`)).json()) as { links: string[] }[];
  const link = messages.flatMap(({ links }) => links).find((l) => l.includes("/auth/confirm")) ?? "";
  await followMailedLink(page, link);
  await expect(heading(page)).toHaveText("Choose a new password");
  // The address contains no session.
  await expect(page).toHaveURL(`${product.url}/reset-password`);
  await field(page, "New password").fill("short");
  await field(page, "Confirm new password").fill("other");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password must be at least 8 characters", { exact: true })).toBeVisible();
  await expect(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
  await page.reload();
  await field(page, "New password").fill(password);
  await field(page, "Confirm new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  // The old password is rejected; a new one is accepted.
  await expect(page.getByText("This is already your password. Please choose a different one.")).toBeVisible();
  await field(page, "New password").fill(`${password} new`);
  await field(page, "Confirm new password").fill(`${password} new`);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL(`${product.url}/tester`);
  await followMailedLink(page, link);
  await expect(heading(page)).toHaveText("This link does not work");
  await expect(page.getByRole("link", { name: "Request a new link" })).toBeVisible();
  await context.close();
});

test(
  "S6 S30 a used link to the front page explains the problem and links to a new request, in both languages",
  long,
  async ({ browser }) => {
    const texts = [
      { language: "en", title: "This link does not work", ask: "Request a new link", to: "Forgot your password?" },
      {
        language: "es",
        title: "Este enlace no funciona",
        ask: "Pedir un enlace nuevo",
        to: "¿Olvidaste tu contraseña?",
      },
    ];
    for (const { language, title, ask, to } of texts) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      await context.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
      const page = await openPage(context);
      // In GoTrue's format, and in the embedded server's, which includes the link's type.
      for (const type of ["", "&type=recovery"]) {
        await at(page, `/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid${type}`);
        await expect(heading(page)).toHaveText(title);
        await page.getByRole("link", { name: ask }).click();
        await expect(heading(page)).toHaveText(to);
      }
      await context.close();
    }
  },
);

test("T4 S5 K1 X1 login: admin mode, configured and missing providers, remember me, one second", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await openPage(context);
  await at(page, "/login?role=admin");
  await expect(heading(page)).toHaveText("Admin Login");
  await expect(page.getByRole("button", { name: "Google" })).toBeHidden();
  await at(page, "/login?redirect=/account");
  await expect(page.getByText("Authentication required")).toBeVisible();
  await expect(page.getByText("Please log in to access this page.")).toBeVisible();
  for (const name of ["Google", "GitHub"]) {
    await page.getByRole("button", { name }).click();
    await expect(page.getByText(`Login with ${name} is not set up here`)).toBeVisible();
  }
  // With a configured provider the browser goes there through the auth service, with a challenge
  // that only this tab can complete.
  await page.route("**/auth/v1/settings", (route) =>
    route.fulfill({ json: { external: { google: true, github: false }, mailer_autoconfirm: true } }),
  );
  await page.route("**/auth/v1/authorize**", (route) =>
    route.fulfill({ contentType: "text/html", body: "the provider" }),
  );
  await page.getByRole("button", { name: "Google" }).click();
  await expect(page.getByText("the provider")).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  expect(asked.get("provider")).toBe("google");
  expect(asked.get("redirect_to")).toBe(`${product.url}/auth/callback`);
  expect(asked.get("code_challenge")).toBeTruthy();
  await at(page, "/auth/callback?error=access_denied");
  await expect(page.getByText("The login was cancelled, or the provider did not allow it.")).toBeVisible();

  await at(page, "/login?redirect=/account");
  await field(page, "Email").fill(robin.email);
  await field(page, "Password").fill(`${password} new`);
  await page.getByLabel(/^Remember me/).uncheck();
  await page.evaluate(() => {
    const w = window as unknown as { shown: number; gone: number };
    new MutationObserver(() => {
      if (!w.shown && document.body.textContent?.includes("Login successful!")) w.shown = performance.now();
      if (w.shown && !w.gone && !location.pathname.startsWith("/login")) w.gone = performance.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(`${product.url}/account`);
  await expect(heading(page)).toHaveText("Account Settings");
  const waited = await page.evaluate(() => {
    const w = window as unknown as { shown: number; gone: number };
    return w.gone - w.shown;
  });
  expect(waited).toBeGreaterThan(900);
  // It covers no button of the wanted page.
  expect(await page.getByText("Login successful!").count()).toBe(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("access_token");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("access_token");
  const other = await context.newPage();
  await at(other, "/account");
  await expect(heading(other)).toHaveText("Account Settings");
  await synced(other);
  const fresh = await openPage(await browser.newContext());
  await at(fresh, "/account");
  await expect(fresh).toHaveURL(/\/login/);
  await fresh.context().close();
  await context.close();
});

test("S5 T1 without remember me tabs share the session, and it ends when the browser is closed", long, async () => {
  const disk = mkdtempSync(join(tmpdir(), "betaflock-visit-"));
  try {
    const before = await openBrowser(disk);
    const page = await openPage(before);
    await at(page, "/login");
    await page.getByLabel(/^Remember me/).uncheck();
    await sendLogin(page, visitor.email);
    await expect(page).not.toHaveURL(/\/login/);
    await synced(page);
    const second = await before.newPage();
    await at(second, "/account");
    await expect(heading(second)).toHaveText("Account Settings");
    await page.close();
    // The access token has expired, so the remaining tab renews the shared session.
    await before.route(
      "**/rest/v1/rpc/**",
      (route) => route.fulfill({ status: 401, json: { code: "PGRST303", message: "JWT expired" } }),
      {
        times: 1,
      },
    );
    await second.reload();
    await synced(second);
    await before.close();
    const after = await openBrowser(disk);
    const again = await openPage(after);
    await at(again, "/account");
    await expect(again).toHaveURL(/\/login/);
    expect(await again.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("visit.");
    await after.close();
  } finally {
    rmSync(disk, { recursive: true, force: true, maxRetries: 10 });
  }
});

test(
  "S13 S29 S30 T2 B9 account settings are saved to the account, and logging out clears this device",
  long,
  async ({ browser }) => {
    const context = await browser.newContext();
    const page = await openPage(context);
    const home = "/account";
    await openSignedIn(page, product.url, { email: robin.email, password: `${password} new`, home });
    await expect(page.getByText(robin.email)).toBeVisible();
    await page.getByRole("link", { name: "Notifications", exact: true }).last().click();
    await page.getByText("Customize").click();
    const box = page.getByRole("checkbox", { name: "Your report is approved: Email" });
    await expect(box).toBeChecked();
    await box.uncheck();
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.locator("#language").getByLabel("Language").selectOption("es");
    await expect(heading(page)).toHaveText("Ajustes de la cuenta");
    await expect
      .poll(
        async () =>
          await product.sql`select language, notification_preferences as p from accounts where email = ${robin.email}`,
      )
      .toEqual([{ language: "es", p: { feedback_approved: ["email"] } }]);
    // A link of an e-mail.
    await visit(page, "/account#notifications");
    await expect(page).toHaveURL(`${product.url}/account/notifications#notifications`);
    await page.getByText("Personalizar").click();
    await expect(page.getByRole("checkbox", { name: "Aprueban tu informe: Correo" })).not.toBeChecked();
    await page.getByRole("link", { name: "Cuenta", exact: true }).click();
    await page.locator("#language").getByLabel("Idioma").selectOption("en");
    await page.getByRole("link", { name: "Password and sessions" }).click();
    await field(page, "Current password").fill("not this one");
    await field(page, "New password").fill(password);
    await field(page, "Confirm new password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("That is not your current password.")).toBeVisible();
    await synced(page);
    // The export is saved as one file, and unavailable offline.
    await page.getByRole("link", { name: "App and data" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^betaflock-\d{4}-\d\d-\d\d\.zip$/);
    const entries = await storedEntries(new Blob([readFileSync(await saved.path())]));
    expect(JSON.parse(new TextDecoder().decode(entries.get("data/profile.json")))).toMatchObject([
      { name: "Robin Tester" },
    ]);
    await expect(page.getByText("Your data has been saved")).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByRole("button", { name: "Download my data" })).toBeDisabled();
    await expect(page.getByText("You need to be online for this.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("button", { name: "Download my data" })).toBeEnabled();
    await page.getByRole("link", { name: "Password and sessions" }).click();
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await expect(page.getByText("Your data has been saved")).toHaveCount(0);
    await expect(page).toHaveURL(`${product.url}/`);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(robin.email);
    await context.close();
  },
);

test(
  "B9 T2 a user ends a lost phone's session, then deletes the account with the password, which empties this device",
  long,
  async ({ browser }) => {
    const who = await signUpByApi(product, "Lena Leaving", "tester");
    const desk = await openPage(await openDevice(browser));
    const userAgent = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";
    const phone = await openPage(await browser.newContext({ userAgent }));
    await Promise.all([desk, phone].map((page) => logIn(page, product, who.email, "/tester")));
    await visit(desk, "/account/sign-in");
    const sessions = desk.getByRole("list", { name: "Where you are logged in" }).getByRole("listitem");
    // The desktop, the phone, and the session of the sign-up.
    await expect(sessions).toHaveCount(3);
    await expect(sessions.first()).toContainText("This device");
    await expect(sessions.first()).toContainText("Chrome on");
    const android = sessions.filter({ hasText: "Chrome on Android" });
    await android.getByRole("button", { name: "Log out Chrome on Android" }).click();
    await expect(desk.getByText("Chrome on Android has been logged out")).toBeVisible();
    await expect(sessions).toHaveCount(2);
    await phone.reload();
    await expect(phone.getByText("Sign in again to send your changes")).toBeVisible({ timeout: 90_000 });
    await phone.context().close();
    await desk.getByRole("button", { name: "Log out other devices" }).click();
    await expect(sessions).toHaveCount(1);

    await desk.getByRole("link", { name: "App and data" }).click();
    await desk.getByRole("button", { name: "Delete my account" }).click();
    const dialog = desk.getByRole("dialog");
    await expect(dialog.getByText(/What stays, without your name/)).toBeVisible();
    await dialog.getByRole("button", { name: "Delete my account for good" }).click();
    await expect(dialog.getByText("Please enter your password")).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill("not this one");
    await dialog.getByRole("button", { name: "Delete my account for good" }).click();
    await expect(dialog.getByText("That is not your current password.")).toBeVisible();
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Delete my account for good" }).click();
    await expect(desk.getByText("Your account has been deleted")).toBeVisible();
    await expect(desk).toHaveURL(`${product.url}/`);
    expect(await product.sql`select name, email from profiles where id = ${who.id}`).toEqual([
      { name: "Deleted user", email: "" },
    ]);
    expect(await desk.evaluate(() => JSON.stringify(localStorage))).not.toContain(who.email);
    const databases = await desk.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
    expect(databases.filter((name) => name.includes(who.id))).toEqual([]);
    await desk.context().close();
  },
);

test("B9 S29 obstacles to account deletion are listed, and no password is requested", long, async ({ browser }) => {
  const who = await signUpByApi(product, "Dora Developer", "developer");
  await insertCampaign(who, { id: crypto.randomUUID(), title: "Still running" });
  const page = await openPage(await openDevice(browser));
  await signIn(page, product, who.email, "/account/data");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your account cannot be deleted yet")).toBeVisible();
  await expect(dialog.getByText("Still running")).toBeVisible();
  await expect(dialog.getByLabel("Password")).toBeHidden();
  await page.context().close();
});
