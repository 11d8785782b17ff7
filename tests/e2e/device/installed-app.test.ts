// Installing the app: browser requirements, shortcuts, and the install offer. shared-files.test.ts
// covers sharing from other apps.
import type { BrowserContext, Page } from "playwright/test";
import { inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { campaignStage, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { controlled, fitsPhone, openPage, signIn } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

const h1 = (page: Page) => page.getByRole("heading", { level: 1 });

/** Simulates the event, which Chromium fires only where it shows its own dialog. */
const offering = (context: BrowserContext) =>
  context.addInitScript(() => {
    const offer = () => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      Object.assign(event, {
        prompt: async () => {
          (window as { asked?: boolean }).asked = true;
          return { outcome: "accepted" };
        },
      });
      window.dispatchEvent(event);
    };
    // Suppresses Chromium's own event, because this app is installable and the dialog would stay
    // open.
    window.addEventListener("beforeinstallprompt", (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
    window.addEventListener("load", () => setTimeout(offer, 300));
  });
const offer = (page: Page) => page.getByText("Install Betaflock on this device");
/** Expects the offer to fit a phone, be accessible, and disappear when declined. */
async function declineOffer(page: Page): Promise<void> {
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  // The dashboard has another element with "Not now".
  await offer(page).locator("xpath=ancestor::div[.//button][1]").getByRole("button", { name: "Not now" }).click();
  await expect(offer(page)).toHaveCount(0);
}

test("O3 the app meets all requirements to install: manifest, icons, pictures, shortcuts", long, async () => {
  const { person } = await testerWithDraft(stage.product, "Ina Install");
  const { context, page } = await stage.openOnDisk("install", true);
  await signIn(page, stage.product, person.email, "/tester");
  await controlled(page);
  const browser = await context.newCDPSession(page);
  const { errors: manifestErrors } = await browser.send("Page.getAppManifest");
  expect(manifestErrors).toEqual([]);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);

  const manifest = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? "";
    return await (await fetch(href)).json();
  });
  expect(manifest).toMatchObject({ id: "/", start_url: "/login", display: "standalone" });
  expect(manifest.icons.map((icon: { purpose?: string }) => icon.purpose)).toContain("maskable");
  expect(manifest.screenshots.map((s: { form_factor: string }) => s.form_factor).sort()).toEqual(["narrow", "wide"]);
  const sizes = await page.evaluate(
    (pictures: { src: string }[]) =>
      Promise.all(
        pictures.map(async ({ src }) => {
          const picture = new Image();
          picture.src = src;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    [...manifest.icons, ...manifest.screenshots],
  );
  expect(sizes).toEqual([...manifest.icons, ...manifest.screenshots].map((p: { sizes: string }) => p.sizes));

  const ends: Readonly<Record<string, string>> = {
    "/tester/tests": "Available Tests",
    "/developer/campaigns": "Dashboard",
    "/notifications": "Notifications",
    "/developer/storage": "Dashboard",
  };
  expect(manifest.shortcuts.map((s: { url: string }) => s.url)).toEqual(Object.keys(ends));
  for (const [url, title] of Object.entries(ends)) {
    await page.goto(stage.product.url + url);
    await expect(h1(page)).toHaveText(title);
    if (title === "Dashboard") await expect(page.getByText(/^That page is for developers/).first()).toBeVisible();
  }
});

test("O3 offers to install once after the first report; the settings keep the offer", long, async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Otto Offer");
  const { context, page } = await stage.openOnDisk("offer", true);
  await offering(context);
  await signIn(page, stage.product, person.email, "/tester");
  await page.goto(`${stage.product.url}/account/data`);
  await expect(page.getByRole("button", { name: "Install" })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await person.patch("feedback", draft, {
    status: "submitted",
    details: "The names cannot be read in the dark at all.",
  });
  await page.goto(`${stage.product.url}/tester`);
  await expect(offer(page)).toBeVisible({ timeout: 60_000 });
  await declineOffer(page);
  await page.goto(`${stage.product.url}/account/data`);
  await expect(page.getByRole("button", { name: "Install" })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await page.getByLabel("Language").first().selectOption("es");
  await page.getByRole("button", { name: "Instalar" }).click();
  expect(await page.evaluate(() => (window as { asked?: boolean }).asked)).toBe(true);
});

test("O3 offers a developer to install after the first published campaign", long, async () => {
  const dev = await signUpByApi(stage.product, "Dora Offer", "developer");
  const draft = crypto.randomUUID();
  const texts = { title: "Walks in the rain", description: "Does it count each step?", category: "health_fitness" };
  const days = { start_date: inDays(-1), end_date: inDays(20) };
  await dev.insert("campaigns", { id: draft, developer_id: dev.id, status: "draft", ...texts, ...days });
  const { context, page } = await stage.openOnDisk("dora", true);
  await offering(context);
  await signIn(page, stage.product, dev.email, "/developer");
  await page.goto(`${stage.product.url}/account/data`);
  await expect(page.getByRole("button", { name: "Install" })).toBeVisible();
  await page.goto(`${stage.product.url}/developer/campaigns`);
  await expect(page.getByText("Walks in the rain").first()).toBeVisible({ timeout: 60_000 });
  await expect(offer(page)).toHaveCount(0);
  await dev.patch("campaigns", draft, { status: "active" });
  await expect(offer(page)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Install" }).click();
  await expect.poll(() => page.evaluate(() => (window as { asked?: boolean }).asked)).toBe(true);
  await expect(offer(page)).toHaveCount(0);
});

test(
  "O3 an iPhone has no install button: instructions show where to press, in both languages",
  long,
  async ({ browser }) => {
    const { person, draft } = await testerWithDraft(stage.product, "Ines Iphone");
    await person.patch("feedback", draft, { status: "submitted", details: "The names cannot be read in the dark." });
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
    const context = await browser.newContext({ userAgent, viewport: { width: 390, height: 844 }, hasTouch: true });
    stage.contexts.push(context);
    // Chromium's own event, which iPhones do not have.
    await context.addInitScript(() => {
      window.addEventListener("beforeinstallprompt", (event) => event.stopImmediatePropagation());
    });
    const page = await openPage(context);
    await signIn(page, stage.product, person.email, "/tester");
    const byHand = page.getByText("On iPhone and iPad: open the share menu and choose “Add to Home Screen”.");
    await expect(offer(page)).toBeVisible({ timeout: 60_000 });
    await expect(byHand).toBeVisible();
    // iPhones cannot share into a web app.
    await expect(page.getByText("It opens instantly, even offline.")).toBeVisible();
    await expect(page.getByText(/screenshots/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Install" })).toHaveCount(0);
    await declineOffer(page);
    await page.goto(`${stage.product.url}/account/data`);
    await expect(page.getByRole("heading", { name: "Betaflock on this device" })).toBeVisible();
    await expect(byHand).toBeVisible();
    await page.getByLabel("Language").first().selectOption("es");
    await expect(
      page.getByText("En iPhone y iPad: abre el menú de compartir y elige «Añadir a pantalla de inicio»."),
    ).toBeVisible();
  },
);
