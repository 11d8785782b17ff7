// From an empty account to a running campaign with a script in five minutes. Then a visitor opens
// its public page on a phone, dark and in Spanish. With a picture of each step.
import type { Page } from "playwright/test";
import { fitsPhone, openDevice, publishWithoutBuild, register, resize, synced } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
const title = "First minutes with the trail map";

async function picture(page: Page, name: string): Promise<void> {
  await test.info().attach(name, { body: await page.screenshot({ fullPage: true }), contentType: "image/png" });
}

test("B16 S16 a new developer starts a campaign with a script within five minutes", long, async ({ browser }) => {
  test.setTimeout(300_000);
  const desktop = await openDevice(browser);
  const page = await desktop.newPage();
  const startedAt = performance.now();
  await register(page, product.url, { name: "Nora New", email: "nora@example.test", role: "developer" });
  await picture(page, "empty account");
  await page.goto(`${product.url}/developer/campaigns/create`);
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Description").fill("Do people understand the map without any help?");
  await page.getByRole("button", { name: "Next Step" }).click();
  await page.getByLabel("Start date").fill(inDays(0));
  await page.getByLabel("End date").fill(inDays(14));
  await page.getByRole("button", { name: "Tasks from a template" }).click();
  await page.getByRole("menuitem", { name: "First run" }).click();
  await expect(page.getByLabel("Title of the task")).toHaveValue("First run");
  await picture(page, "script from a template");
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Step 1 of 6" })).toBeVisible();
  await picture(page, "trying the script");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Next Step" }).click();
  await expect(page.getByLabel(/Reward amount/)).toHaveValue(/15/);
  await page.getByRole("button", { name: "Next Step" }).click();
  await page.getByRole("button", { name: "Create Campaign" }).click();
  await expect(page.getByText("Campaign created!").first()).toBeVisible();
  await publishWithoutBuild(page, page.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
  await synced(page);
  const seconds = (performance.now() - startedAt) / 1000;
  await picture(page, "running campaign");
  await page.emulateMedia({ colorScheme: "dark" });
  await resize(page, { width: 390, height: 844 });
  await picture(page, "running campaign, phone, dark");
  process.stdout.write(`From an empty account to a running campaign: ${seconds.toFixed(0)} s\n`);
  expect(seconds).toBeLessThan(300);

  const [campaign] = await product.sql`select id, required_tasks, task_minutes from campaigns where title = ${title}`;
  expect(campaign).toMatchObject({ required_tasks: 1, task_minutes: 10 });
  const phone = await openDevice(browser, { phone: true, locale: "es-ES" });
  const visitor = await phone.newPage();
  await visitor.emulateMedia({ colorScheme: "dark" });
  await visitor.goto(`${product.url}/tests/${String(campaign?.id)}`);
  await visitor.getByLabel("Language").selectOption("Español");
  await expect(visitor.getByText(/1 tarea obligatoria, unos 10 minutos/)).toBeVisible();
  await fitsPhone(visitor);
  await picture(visitor, "public page, phone, dark, Spanish");
  await phone.close();
  await desktop.close();
});
