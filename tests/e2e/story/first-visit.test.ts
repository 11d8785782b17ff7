// A stranger with a small phone: from the landing page to a sent report with a photo, offline in
// the middle. The pictures of each step are attached to the result.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { type ApiPerson, insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { unconfirmedIn } from "../../fixtures/browser/device-database.ts";
import { controlled, fitsPhone, password } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();
const small = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true } as const;
let dev: ApiPerson;

/** The catalogue's text in a language. */
const textsOf = (language: "en" | "es") => {
  const po = readFileSync(new URL(`../../../src/locales/${language}.po`, import.meta.url), "utf8");
  const texts = new Map(
    [...po.matchAll(/(?<!^msgctxt ".*"\n)^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, id = "", text = ""]) => [id, text]),
  );
  return (id: string) => {
    const text = language === "en" ? id : texts.get(id);
    if (!text) throw new Error(`No text "${id}" in ${language}`);
    return text;
  };
};

test.beforeAll(async () => {
  dev = await signUpByApi(product, "Dana Developer", "developer");
});

async function story(page: Page, language: "en" | "es", id: string): Promise<void> {
  const t = textsOf(language);
  let step = 0;
  const picture = async (name: string) => {
    await fitsPhone(page);
    step += 1;
    const body = await page.screenshot();
    await test.info().attach(`${language} ${step} ${name}`, { body, contentType: "image/png" });
  };
  const title = "Night map for hikers";
  await page.goto(product.url);
  await expect(page.locator("html")).not.toHaveAttribute("data-drawn");
  if (language === "es") {
    await page.getByLabel("Language").first().selectOption("es");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
  }
  await picture("landing page");
  await page.locator("#features-title").scrollIntoViewIfNeeded();
  await page.getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await picture("test");
  await page.getByRole("link", { name: t("Sign up to apply") }).click();
  await page.getByLabel(t("Full Name"), { exact: true }).fill("Tess Tester");
  await page.locator('input[type="email"]').fill(`${randomUUID()}@example.test`);
  await page.getByLabel(t("Password"), { exact: true }).fill(password);
  await page.getByLabel(t("Confirm Password"), { exact: true }).fill(password);
  await picture("registration");
  await page.getByRole("button", { name: t("Create Account") }).click();
  const send = page.getByRole("dialog").getByRole("button", { name: t("Send application") });
  await expect(send).toBeVisible({ timeout: 30_000 });
  await picture("application");
  await send.click();
  await expect(page.getByText(/^(Accepted|Aceptad[ao])$/).first()).toBeVisible({ timeout: 30_000 });
  await picture("accepted");

  await controlled(page);
  await expect.poll(() => unconfirmedIn(page), { timeout: 60_000 }).toBe(0);
  await page.context().setOffline(true);
  await page
    .getByRole("button", { name: t("Write a report") })
    .or(page.getByRole("link", { name: t("Write a report") }))
    .first()
    .click();
  await page.getByLabel(t("What went wrong?")).fill("White flash");
  await page.getByLabel(t("What happened, and what did you expect?")).fill("The screen flashes when the map moves.");
  await page.locator("label", { hasText: /^4/ }).first().click();
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
  await page.locator('input[type="file"]').last().setInputFiles({ name: "flash.png", mimeType: "image/png", buffer });
  await expect(
    page
      .getByRole("list", { name: t("Attachments") })
      .first()
      .locator("img"),
  ).toHaveCount(1);
  await picture("report, offline");
  await page.getByRole("button", { name: t("Review and send") }).click();
  await picture("before sending");
  await page.getByRole("button", { name: t("Send report") }).click();
  await expect(page.getByText(t("It will be sent when you are online."))).toBeVisible();
  await picture("sent offline");
  await page.context().setOffline(false);
  await expect
    .poll(
      () => product.sql`select status, jsonb_array_length(uploaded) as photos from feedback where campaign_id = ${id}`,
      { timeout: 60_000 },
    )
    .toEqual([{ status: "submitted", photos: 1 }]);
  await picture("arrived");
}

for (const language of ["en", "es"] as const)
  test(`S1 S4 S8 S10 O1 a stranger with a phone sends a first report (${language})`, long, async ({ browser }) => {
    test.setTimeout(240_000);
    const id = randomUUID();
    await product.sql`update campaigns set status = 'completed' where status = 'active'`;
    await insertCampaign(dev, { id, title: "Night map for hikers", auto_select: true, reward_amount_cents: 1250 });
    const context = await browser.newContext(small);
    context.setDefaultTimeout(20_000);
    await story(await context.newPage(), language, id);
    await context.close();
  });
