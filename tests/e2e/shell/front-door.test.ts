// From a visit to an application on a small phone: the public page of a test, registration and the
// contact form, partly offline.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { shortCode } from "../../../sync/schema/short-codes.ts";
import { type ApiPerson, insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { controlled, fitsPhone, openPage, password, register } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const small = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true } as const;
const map = randomUUID();
const unlisted = randomUUID();
let dev: ApiPerson;

test.beforeAll(async () => {
  dev = await signUpByApi(product, "Dana Developer", "developer");
  await insertCampaign(dev, { id: map, title: "Night map for hikers", effort_minutes: 30, reward_amount_cents: 1250 });
  await insertCampaign(dev, { id: unlisted, title: "By its link alone", visibility: "unlisted" });
});

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

test("B12 B14 S4 S8 a visitor reads a test, signs up from its page and applies; testers get their own page", async ({
  browser,
}) => {
  const context = await browser.newContext(small);
  const page = await openPage(context);
  await page.goto(product.url);
  // Taken over by the app, which keeps the place from then on.
  await expect(page.locator("html")).not.toHaveAttribute("data-drawn");
  await page.locator("#features-title").scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: "Night map for hikers" }).click();
  await page.waitForURL(`${product.url}/tests/${map}`);
  await expect(page.getByRole("heading", { level: 1, name: "Night map for hikers" })).toBeVisible();
  await expect(page.getByText("about $25.00 per hour")).toBeVisible();
  await expect(page.getByText("Accepts instantly")).toBeVisible();
  const top = async (text: string) => (await page.getByText(text).first().boundingBox())?.y ?? 0;
  // The task, the reward, the button, and then the facts.
  const order = [
    await top("About this test"),
    await top("$12.50"),
    await top("Sign up to apply"),
    await top("Time needed"),
  ];
  expect(order).toEqual([...order].sort((a, b) => a - b));
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);

  // The last answer is readable offline.
  await controlled(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Night map for hikers" })).toBeVisible();
  await context.setOffline(false);

  // The header's links return here, too.
  for (const [name, path] of [
    ["Log In", "login"],
    ["Sign Up", "register"],
  ] as const)
    await expect(page.getByRole("banner").getByRole("link", { name })).toHaveAttribute(
      "href",
      `/${path}?redirect=${encodeURIComponent(`/tests/${map}`)}`,
    );
  await page.getByRole("link", { name: "Sign up to apply" }).click();
  await expect(page.getByRole("radio", { name: /Tester/ })).toBeChecked();
  await fill(page, {
    ...{ "Full Name": "Tess Tester", Email: `${randomUUID()}@example.test` },
    ...{ Password: password, "Confirm Password": password },
  });
  await page.getByRole("button", { name: "Create Account" }).click();
  const form = page.getByRole("dialog");
  await expect(form.getByRole("button", { name: "Send application" })).toBeVisible({ timeout: 30_000 });
  await form.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByText("Accepted").first()).toBeVisible({ timeout: 30_000 });
  // No older message covers the next step.
  expect(await page.getByText("Account created!").count()).toBe(0);

  await page.goto(`${product.url}/tests/${map}`);
  await page.waitForURL(`${product.url}/tester/tests/${map}`);
  await expect(page.getByText("Sign up to apply")).toHaveCount(0);
  await context.close();
});

test(
  "B14 S7 S8 a new tester confirms the recognized device with one tap, and tests that fit come first",
  long,
  async ({ browser }) => {
    await insertCampaign(dev, { id: randomUUID(), title: "Watch faces", platform: "ios", end_date: inDays(2) });
    await insertCampaign(dev, { id: randomUUID(), title: "Night camera", platform: "android", end_date: inDays(25) });
    await insertCampaign(dev, { id: randomUUID(), title: "Chosen few", platform: "android", auto_select: false });
    const agent =
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
    const context = await browser.newContext({ ...small, userAgent: agent });
    const page = await openPage(context);
    await register(page, product.url, { name: "Tess Tester", email: `${randomUUID()}@example.test`, role: "tester" });
    const question = page.getByRole("region", { name: "What do you have with you?" });
    await expect(question.getByRole("checkbox", { name: "Android (this device)" })).toBeChecked();
    await expect(question.getByRole("checkbox", { name: "iPhone or iPad" })).not.toBeChecked();
    await fitsPhone(page);
    expect(await findings(page)).toEqual([]);
    const recommended = page
      .locator("section", { has: page.getByRole("heading", { name: "Recommended Tests" }) })
      .getByRole("listitem");
    await expect(recommended.first()).not.toContainText("Watch faces");
    await question.getByRole("button", { name: "Show tests that fit" }).click();
    await expect(question).toBeHidden();
    await expect(recommended.filter({ hasText: "Fits your Android device" }).first()).toBeVisible();
    await expect(recommended.first()).not.toContainText("Watch faces");

    await page.goto(`${product.url}/tester/tests`);
    const list = page.getByRole("list", { name: "Available Tests" });
    const card = (title: string) => list.locator("[data-row]").filter({ hasText: title });
    await expect(card("Watch faces")).toContainText("For iOS, which you don’t have");
    await expect(list.locator("[data-row]").last()).toContainText("Watch faces");
    await expect(card("Night camera")).toContainText("Accepts instantly");
    await expect(card("Chosen few")).not.toContainText("Accepts instantly");

    await page.getByRole("button", { name: "More Filters" }).click();
    await page.getByRole("checkbox", { name: "Accepts instantly" }).check();
    await page.getByRole("button", { name: /^Show \d+ tests$/ }).click();
    await expect(card("Chosen few")).toBeHidden();
    await expect(card("Night camera")).toBeVisible();
    const high = (await card("Night camera").boundingBox())?.height ?? 0;
    await page.getByRole("button", { name: "Compact cards" }).click();
    await expect.poll(async () => (await card("Night camera").boundingBox())?.height).toBeLessThan(high / 2);
    await page.reload();
    await expect(page.getByRole("button", { name: "Compact cards" })).toHaveAttribute("aria-pressed", "true");
    await fitsPhone(page);
    expect(await findings(page)).toEqual([]);

    await page.goto(`${product.url}/tests/${shortCode(map)}`);
    await page.waitForURL(`${product.url}/tester/tests/${map}`);
    await context.close();
  },
);

test("B12 R1 a test is readable before scripts and stays in view when they start; its visitors load no database first", async ({
  browser,
}) => {
  const context = await browser.newContext(small);
  const page = await openPage(context);
  const heading = page.getByRole("heading", { level: 1, name: "Night map for hikers" });
  const go = await holdRequests(context, "**/assets/*.js");
  await page.goto(`${product.url}/tests/${map}`, { waitUntil: "commit" });
  await expect(heading).toBeVisible();
  await expect(page.getByText("Reward: $12.50, about 30 minutes")).toBeVisible();
  await expect(page.getByText("by Dana Developer")).toBeVisible();
  await page.evaluate(() => {
    const seen = window as { gaps?: number };
    seen.gaps = 0;
    new MutationObserver(() => {
      if (!document.querySelector("h1")?.textContent?.includes("Night map")) seen.gaps = (seen.gaps ?? 0) + 1;
    }).observe(document, { childList: true, subtree: true });
  });
  go();
  await expect(page.getByText("Accepts instantly")).toBeVisible();
  await expect(heading).toBeVisible();
  const { gaps, engines, calls } = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const count = (part: string) => files.filter((name) => name.includes(part)).length;
    return { gaps: (window as { gaps?: number }).gaps, engines: count("/assets/engine-"), calls: count("/read_test") };
  });
  expect({ gaps, engines, calls }).toEqual({ gaps: 0, engines: 0, calls: 1 });

  const reader = await browser.newContext({ ...small, javaScriptEnabled: false });
  const plain = await reader.newPage();
  await plain.goto(`${product.url}/tests/${map}`);
  await expect(plain.getByRole("heading", { level: 1, name: "Night map for hikers" })).toBeVisible();
  await expect(plain.getByRole("link", { name: "Sign up to apply" })).toBeVisible();
  // Nothing of a test that is not public, and no placeholder.
  await plain.goto(`${product.url}/tests/${unlisted}`);
  await expect(plain.getByRole("heading", { level: 1 })).toBeHidden();
  await Promise.all([context.close(), reader.close()]);
});

test("B12 an unlisted test shows visitors nothing but the way to log in", async ({ browser }) => {
  const page = await openPage(await browser.newContext(small));
  for (const id of [unlisted, randomUUID(), "none"]) {
    await page.goto(`${product.url}/tests/${id}`);
    await expect(page.getByText("This test is not public")).toBeVisible();
    await expect(page.getByText("By its link alone")).toHaveCount(0);
  }
  await page.goto(`${product.url}/tests/${unlisted}`);
  await page.getByRole("link", { name: "Log in to open it" }).click();
  await page.waitForURL(/\/login\?redirect=/);
  expect(await findings(page)).toEqual([]);
});

test("S4 V1 a failed registration is in view and has the focus, also offline; the site's password rule is at the field", async ({
  browser,
}) => {
  await product.sql`update settings set values = values || '{"min_password_length": 12, "password_complexity": true}', saved_at = now()
    where section = 'security'`;
  const context = await browser.newContext(small);
  const page = await openPage(context);
  await page.goto(`${product.url}/register`);
  const create = page.getByRole("button", { name: "Create Account" });
  await expect(page.getByText("At least 12 characters, with lower case and upper case letters")).toBeVisible();
  await expect(page.getByText("Common passwords are rejected.")).toBeVisible();
  await fill(page, {
    ...{ "Full Name": "Ana Applicant", Email: `${randomUUID()}@example.test` },
    ...{ Password: "river stone", "Confirm Password": "river stone" },
  });
  await create.click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await expect(
    page.getByText("Use at least 12 characters, with upper and lower case, a digit and a symbol."),
  ).toBeInViewport();
  await controlled(page);
  await context.setOffline(true);
  await fill(page, { Password: "River stone 42!", "Confirm Password": "River stone 42!" });
  await create.click();
  const failure = page.getByRole("alert").filter({ hasText: "Registration failed" });
  await expect(failure).toBeInViewport({ ratio: 1 });
  await expect(failure).toBeFocused();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ana Applicant");
  await context.close();
});

test(
  "S25 S30 a first visit and the new account are in the browser's language where the admins allow it",
  long,
  async ({ browser }) => {
    const follow = (on: boolean) =>
      product.sql`update settings set values = values || jsonb_build_object('follow_browser_language', ${on}::boolean),
      saved_at = case when ${on}::boolean then now() end where section = 'general'`;
    await follow(true);
    const context = await browser.newContext({ ...small, locale: "es-MX" });
    const page = await openPage(context);
    await page.goto(`${product.url}/register?role=tester`);
    await expect(page.getByRole("heading", { name: "Crea tu cuenta" })).toBeVisible();
    const email = `${randomUUID()}@example.test`;
    // The test before it has made the site's policy strict.
    const strong = `${password} A1!`;
    await fill(page, { "Nombre completo": "Tere Prueba", "Correo electrónico": email, Contraseña: strong });
    await page.getByLabel("Confirma la contraseña", { exact: true }).fill(strong);
    await page.getByRole("button", { name: "Crear cuenta" }).click();
    await page.waitForURL(/\/tester/, { timeout: 30_000 });
    expect(await product.sql`select language from accounts where email = ${email}`).toEqual([{ language: "es" }]);
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await context.close();
    await follow(false);
  },
);

test("S3 the confirmation of a contact message replaces the form where the person tapped", async ({ browser }) => {
  const context = await browser.newContext(small);
  const page = await openPage(context);
  await page.goto(`${product.url}/contact`);
  await fill(page, { Name: "Ana Applicant", Email: "ana@example.test", Message: "Do you test car stereos?" });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send message" })).toBeHidden();
  await page.getByRole("button", { name: "Write another message" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ana Applicant");
  await context.close();
});

test("S5 X1 a failed login is in view above a phone's keyboard, and has the focus", async ({ browser }) => {
  const context = await browser.newContext({ ...small, viewport: { width: 375, height: 380 } });
  const page = await openPage(context);
  await page.goto(`${product.url}/login`);
  await fill(page, { Email: "nobody@example.test", Password: password });
  await page.getByRole("button", { name: "Log In" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Login failed" });
  await expect(alert).toBeInViewport({ ratio: 1 });
  await expect(alert).toBeFocused();
  await context.close();
});

test(
  "S4 R7 a developer who signs up from a test's page gets their dashboard without a warning",
  long,
  async ({ browser }) => {
    const context = await browser.newContext(small);
    const page = await openPage(context);
    await page.goto(`${product.url}/login?redirect=${encodeURIComponent(`/tests/${map}`)}`);
    await expect(page.getByLabel("Email")).toBeVisible();
    // The test is readable without an account.
    await expect(page.getByText("Please log in to access this page.")).toBeHidden();
    await page.goto(`${product.url}/tests/${map}`);
    await page.getByRole("link", { name: "Sign up to apply" }).click();
    await page.locator("label", { hasText: "Run campaigns, get reports" }).click();
    await fill(page, {
      ...{ "Full Name": "Dirk Developer", Email: `${randomUUID()}@example.test` },
      // The policy of an earlier test.
      ...{ Password: "Correct horse 4!", "Confirm Password": "Correct horse 4!" },
    });
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL(`${product.url}/developer`);
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    expect(await page.getByText("That page is for testers.").count()).toBe(0);
    await context.close();
  },
);

test("R9 in forced colors fills become borders: buttons, bars, placeholders, and the open page", async ({
  browser,
}) => {
  const reader = await browser.newContext({ forcedColors: "active", javaScriptEnabled: false });
  const waiting = await reader.newPage();
  await waiting.goto(`${product.url}/apps`);
  await expect(waiting.locator(".animate-shimmer").last()).toHaveCSS("border-top-width", "1px");
  await reader.close();
  const context = await browser.newContext({ forcedColors: "active" });
  const page = await context.newPage();
  await page.goto(`${product.url}/contact`);
  await expect(page.getByRole("button", { name: "Send" })).toHaveCSS("border-top-width", "1px");
  await page.goto(`${product.url}/tests/${map}`);
  await expect(page.getByRole("main").locator(".h-1\\.5.bg-sunken")).toHaveCSS("border-top-width", "1px");
  await page.goto(`${product.url}/apps`);
  const open = page.getByRole("banner").getByRole("link", { name: "App Store" });
  await expect(open).toHaveCSS("outline-style", "dashed");
  await context.close();
});
