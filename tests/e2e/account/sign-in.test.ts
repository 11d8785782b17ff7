// Sign-in flows through another page: e-mail confirmation, OAuth, a password reset with a second
// factor, and remote logout.
import { createHash } from "node:crypto";
import { AuthClient } from "@supabase/supabase-js";
import type { Browser, Page } from "playwright/test";
import { codes } from "../../fixtures/browser/authenticator.ts";
import { followMailedLink } from "../../fixtures/browser/mailed-links.ts";
import {
  briefAlert,
  logIn,
  openDevice,
  openPage,
  password,
  sendRegistration,
  synced,
} from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "first" });

const at = (page: Page, path: string) => page.goto(`${product.url}${path}`);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const device = async (browser: Browser, phone = false): Promise<Page> => openPage(await openDevice(browser, { phone }));
const auth = () =>
  new AuthClient({
    url: `${product.url}/auth/v1`,
    headers: { apikey: "sb_publishable_local" },
    persistSession: false,
    autoRefreshToken: false,
  });
/** Creates a user with a confirmed address, signed in through the API. */
async function member(name: string) {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.test`;
  const client = auth();
  const { error } = await client.signUp({ email, password, options: { data: { name, role: "tester" } } });
  expect(error).toBeNull();
  await product.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  const { data } = await client.signInWithPassword({ email, password });
  expect(data.session).not.toBeNull();
  return { email, client };
}
async function withAuthenticator(client: InstanceType<typeof AuthClient>): Promise<() => Promise<string>> {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (error) throw error;
  const next = codes(data.totp.secret);
  const confirmed = await client.mfa.challengeAndVerify({ factorId: data.id, code: await next() });
  expect(confirmed.error).toBeNull();
  return next;
}
/** Returns the links of the e-mails to this address, newest first. */
async function linksTo(email: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/dev/mail/messages.json`);
  const messages = (await answer.json()) as { to: string; links: string[] }[];
  return messages.filter((m) => m.to === email).flatMap((m) => m.links.filter((l) => l.includes("/auth/confirm")));
}

/**
 * Fakes Google and the auth service's two OAuth calls. The returned session is a real one of this
 * user; only a caller that completes the login's challenge gets it.
 */
async function standInForGoogle(page: Page, email: string): Promise<{ redeemed: number }> {
  const seen = { redeemed: 0 };
  let challenge = "";
  await page.route("**/auth/v1/settings", (route) =>
    route.fulfill({ json: { external: { google: true, github: false }, mailer_autoconfirm: false } }),
  );
  await page.route("**/auth/v1/authorize**", (route) => {
    const asked = new URL(route.request().url()).searchParams;
    expect(asked.get("code_challenge_method")).toBe("s256");
    challenge = asked.get("code_challenge") ?? "";
    const back = `${asked.get("redirect_to")}?code=from-google`;
    return route.fulfill({ contentType: "text/html", body: `<a href="${back}">Allow</a>` });
  });
  await page.route("**/auth/v1/token?grant_type=pkce", async (route) => {
    const { auth_code, code_verifier } = route.request().postDataJSON() as Record<string, string>;
    const answers = createHash("sha256")
      .update(code_verifier ?? "")
      .digest("base64url");
    if (auth_code !== "from-google" || answers !== challenge || seen.redeemed > 0) {
      await route.fulfill({
        status: 404,
        json: { code: 404, error_code: "flow_state_not_found", msg: "no such flow" },
      });
      return;
    }
    seen.redeemed += 1;
    const { data } = await auth().signInWithPassword({ email, password });
    await route.fulfill({ json: data.session });
  });
  return seen;
}

test(
  "S4 T1 an address is confirmed first: a notice after sign-up and at login, the latest link, on any device",
  long,
  async ({ browser }) => {
    const email = "vera.verify@example.test";
    const page = await device(browser, true);
    await at(page, "/register?role=developer");
    await sendRegistration(page, { name: "Vera Verify", email });
    await expect(page.getByText("Account created!")).toBeVisible();
    await page.waitForURL(/\/verify-email/);
    await expect(heading(page)).toHaveText("Check your inbox");
    await expect(page.getByText(`We sent a message to ${email}`, { exact: false })).toBeVisible();
    const [first] = await linksTo(email);

    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(password);
    await press(page, "Log In");
    await expect(page.getByText("Please confirm your email address first", { exact: false })).toBeVisible();
    await press(page, "Send the message again");
    await expect(page.getByText("Message sent", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Send again in/ })).toBeDisabled();
    await expect.poll(async () => (await linksTo(email)).length).toBe(2);
    const [second] = await linksTo(email);

    // Users often read the e-mail on another device.
    const desk = await device(browser);
    await followMailedLink(desk, first);
    await expect(heading(desk)).toHaveText("This link does not work");
    await expect(desk.getByText("if your address is not verified yet", { exact: false })).toBeVisible();
    await expect(desk.getByRole("main").getByRole("link", { name: "Log In" })).toBeVisible();
    await expect(desk.getByText("This link has expired or has already been used.", { exact: false })).toBeVisible();
    await followMailedLink(desk, second);
    await desk.waitForURL(`${product.url}/developer`);
    await expect(heading(desk)).toBeVisible();
    await synced(desk);
    await logIn(page, product, email, "/developer");
    await page.context().close();
    await desk.context().close();
  },
);

/** Replaces the existence check of this page and records its calls. */
async function existenceCheck(page: Page) {
  const check = { answer: "down" as "down" | "limited" | "silent", asked: 0 };
  await page.route("**/rest/v1/rpc/email_exists", async (route) => {
    check.asked += 1;
    if (check.answer === "down") return route.abort();
    if (check.answer === "limited")
      return route.fulfill({ status: 429, json: { code: "PT429", message: "Too many", details: "rate_limited" } });
    return undefined; // Never responds.
  });
  return check;
}

test(
  "C1 C2 S5 X1 a login checks the password first and works without the existence check: down, limited or silent",
  long,
  async ({ browser }) => {
    const { email } = await member("Lena Login");
    for (const answer of ["down", "limited", "silent"] as const) {
      const page = await device(browser);
      const check = await existenceCheck(page);
      check.answer = answer;
      await at(page, "/login");
      await field(page, "Email").fill(email);
      await field(page, "Password").fill("not the password");
      await press(page, "Log In");
      await expect(
        page.getByText("Invalid email or password. Please check your credentials or register for an account."),
      ).toBeVisible();
      expect([answer, check.asked]).toEqual([answer, 1]);
      await field(page, "Password").fill(password);
      await press(page, "Log In");
      await page.waitForURL(`${product.url}/tester`);
      expect([answer, check.asked]).toEqual([answer, 1]);
      await page.context().close();
    }
  },
);

test(
  "C1 C3 T3 X1 registration works without the check; sign-up itself reports a taken address",
  long,
  async ({ browser }) => {
    const { email } = await member("Tara Taken");
    const page = await device(browser, true);
    const check = await existenceCheck(page);
    check.answer = "limited";
    await at(page, "/register");
    await Promise.all([
      briefAlert(page, "An account with this email already exists. Please log in instead."),
      sendRegistration(page, { name: "Tara Twice", email }),
    ]);
    await page.waitForURL(/\/login/);
    await expect(heading(page)).toHaveText("Welcome back");
    await at(page, "/register");
    await field(page, "Full Name").fill("Tara Twice");
    await field(page, "Email").fill("tara.twice@example.test");
    await field(page, "Password").fill(password);
    await field(page, "Confirm Password").fill(password);
    await press(page, "Create Account");
    await page.waitForURL(/\/verify-email/);
    expect(check.asked).toBe(2);
    await page.context().close();
  },
);

test(
  "B9 T1 both addresses confirm a change: after the first link the page says that one is missing, after the second the new address is active",
  long,
  async ({ browser }) => {
    const { email, client } = await member("Nora Newaddress");
    const next = "nora.next@example.test";
    const asked = await client.updateUser(
      { email: next, current_password: password },
      { emailRedirectTo: `${product.url}/auth/callback` },
    );
    expect([asked.error, asked.data.user?.email, asked.data.user?.new_email]).toEqual([null, email, next]);
    const page = await device(browser, true);
    const changes = async (to: string) => (await linksTo(to)).filter((link) => link.includes("email_change"));
    await followMailedLink(page, (await changes(next))[0]);
    await expect(heading(page)).toHaveText("One more confirmation");
    await page.reload();
    await expect(heading(page)).toHaveText("One more confirmation");
    await expect(
      page.getByText("Now open the link that we sent to your other address.", { exact: false }),
    ).toBeVisible();
    expect((await auth().signInWithPassword({ email: next, password })).error?.code).toBe("invalid_credentials");
    await followMailedLink(page, (await changes(next))[0]);
    await expect(page.getByText("This link has expired or has already been used.")).toBeVisible();
    await followMailedLink(page, (await changes(email))[0]);
    await expect(page.getByText("Email address changed")).toBeVisible();
    await page.waitForURL(`${product.url}/tester`);
    await at(page, "/account");
    await expect(page.getByText(next)).toBeVisible();
    expect((await auth().signInWithPassword({ email: next, password })).error).toBeNull();
    await page.context().close();
  },
);

test(
  "S5 T1 a Google login returns to the requested page; a code without the requesting tab's key opens nothing",
  long,
  async ({ browser }) => {
    const { email } = await member("Greta Google");
    const page = await device(browser);
    const google = await standInForGoogle(page, email);
    await at(page, "/login?redirect=/account");
    await press(page, "Google");
    await page.getByRole("link", { name: "Allow" }).click();
    await page.waitForURL(`${product.url}/account`);
    await expect(heading(page)).toHaveText("Account Settings");
    await expect(page.getByText(email)).toBeVisible();
    expect(google.redeemed).toBe(1);
    await synced(page);

    // A code requested by another tab, sent as a link, must not log the recipient in.
    const stranger = await device(browser, true);
    await standInForGoogle(stranger, email);
    await at(stranger, "/auth/callback?code=from-google");
    await expect(heading(stranger)).toHaveText("Login failed");
    await expect(stranger).toHaveURL(`${product.url}/auth/callback`);
    await at(stranger, "/account");
    await expect(stranger).toHaveURL(/\/login/);
    await page.context().close();
    await stranger.context().close();
  },
);

test("S6 T13 a password reset link and an OAuth login also require the second factor", long, async ({ browser }) => {
  test.setTimeout(240_000);
  const { email, client } = await member("Rita Reset");
  const next = await withAuthenticator(client);
  const page = await device(browser, true);
  await at(page, "/forgot-password");
  await field(page, "Email").fill(email);
  await press(page, "Send the link");
  await expect(page.getByText("Check your inbox")).toBeVisible();
  const [link] = (await linksTo(email)).filter((l) => l.includes("recovery"));
  await followMailedLink(page, link);
  const choose = async (text: string) => {
    await field(page, "New password").fill(text);
    await field(page, "Confirm new password").fill(text);
    await press(page, "Change password");
  };
  await choose(password);
  await expect(heading(page)).toHaveText("Two-step verification");
  await expect(field(page, "Code")).toBeFocused();
  await field(page, "Code").fill("000000");
  await press(page, "Verify");
  await expect(page.getByText("This code is wrong", { exact: false })).toBeVisible();
  await field(page, "Code").fill(await next());
  await press(page, "Verify");
  // The old password was rejected, which does not request the code again.
  await expect(page.getByText("This is already your password.", { exact: false })).toBeVisible();
  await expect(field(page, "New password")).toBeFocused();
  await choose(`${password} new`);
  await page.waitForURL(`${product.url}/tester`);
  await expect(page.getByText("Password changed")).toBeVisible();
  await synced(page);
  expect((await auth().signInWithPassword({ email, password })).error?.code).toBe("invalid_credentials");
  await page.context().close();

  const other = await member("Otto OAuth");
  const nextOfOther = await withAuthenticator(other.client);
  const desk = await device(browser);
  await standInForGoogle(desk, other.email);
  await at(desk, "/login?redirect=/account");
  await press(desk, "Google");
  await desk.getByRole("link", { name: "Allow" }).click();
  await expect(heading(desk)).toHaveText("Two-step verification");
  await field(desk, "Code").fill(await nextOfOther());
  await press(desk, "Verify");
  await desk.waitForURL(`${product.url}/account`);
  await expect(heading(desk)).toHaveText("Account Settings");
  await desk.context().close();
});

test(
  "S13 T1 logging out other devices: they keep their data and ask for the password, this one stays signed in",
  long,
  async ({ browser }) => {
    test.setTimeout(240_000);
    const { email } = await member("Dora Devices");
    const desk = await device(browser);
    const phone = await device(browser, true);
    await logIn(desk, product, email, "/tester");
    await logIn(phone, product, email, "/tester");
    await synced(phone);
    await at(desk, "/account/sign-in");
    await press(desk, "Log out other devices");
    await expect(desk.getByText("All your other devices have been logged out.")).toBeVisible();
    await phone.reload();
    await expect(phone.getByText("Sign in again to send your changes")).toBeVisible({ timeout: 90_000 });
    await expect(phone).toHaveURL(`${product.url}/tester`);
    await desk.reload();
    await synced(desk);
    await expect(desk.getByText("Sign in again to send your changes")).toBeHidden();
    await phone.getByLabel("Password").fill(password);
    await press(phone, "Sign in");
    await expect(phone.getByText("Signed in again. Your changes are being sent.")).toBeVisible();
    await synced(phone);
    await desk.context().close();
    await phone.context().close();
  },
);
