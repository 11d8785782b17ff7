// A developer withdraws a release and unpublishes an app: testers with it are notified and keep it,
// and it is no longer offered.
import { createHash, randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { type ApiPerson, inDays, publishRead, signUpByApi } from "../../fixtures/browser/api.ts";
import { enter, fitsPhone, openDevice, openPage } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { unreadBuild } from "../../fixtures/packages.ts";

const campaignId = randomUUID();
const appId = randomUUID();
const bareId = randomUUID();

let product: Product;
let dana: ApiPerson;
let desk: { context: BrowserContext; page: Page };
let phone: { context: BrowserContext; page: Page };
const files = new Map<string, string>();

async function publish(version: string): Promise<string> {
  const bytes = unreadBuild(20_000);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file_path = `${dana.id}/${sha256}`;
  await dana.upload("releases", file_path, bytes, "application/octet-stream");
  const id = randomUUID();
  await dana.insert("releases", {
    ...{ id, app_id: appId, developer_id: dana.id, version, status: "draft", file_name: `map-${version}.apk` },
    ...{ file_path, sha256, content_type: "application/octet-stream", size_bytes: bytes.length },
  });
  await publishRead(dana, id);
  files.set(version, file_path);
  return id;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  product = await startProduct();
  dana = await signUpByApi(product, "Dana Developer", "developer");
  const tess = await signUpByApi(product, "Tess Tester", "tester");
  const app = { developer_id: dana.id, description: "Maps for the night.", platform: "android", type: "APK" };
  await dana.insert("apps", { ...app, id: appId, title: "Night Map" });
  await dana.insert("apps", { ...app, id: bareId, title: "Bare App" });
  await publish("1.0");
  const release_id = await publish("1.1");
  await dana.patch("apps", appId, { status: "published" });
  await dana.insert("campaigns", {
    ...{ id: campaignId, developer_id: dana.id, title: "Night map for hikers", app_id: appId, category: "travel" },
    ...{ description: "Can the map be read in the dark without waking the tent?", auto_select: true },
    ...{ start_date: inDays(-3), end_date: inDays(20), status: "active" },
  });
  await dana.insert("briefs", { id: campaignId, developer_id: dana.id, release_id });
  const mine = { campaign_id: campaignId, tester_id: tess.id };
  await tess.insert("applications", { id: applicationId(campaignId, tess.id), ...mine });
  desk = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
  phone = await enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" });
});
test.afterAll(async () => {
  await desk?.context.close();
  await phone?.context.close();
  await product?.stop();
});

/** Returns whether a visitor can download a version's file. */
const fetched = async (version: string): Promise<boolean> =>
  (
    await fetch(`${product.url}/storage/v1/object/releases/${files.get(version)}`, {
      headers: { apikey: "sb_publishable_local" },
    })
  ).ok;

test("S20 V5 an app without a published release cannot be published, and its page shows the reason", long, async () => {
  const { page } = desk;
  await page.goto(`${product.url}/developer/apps/${bareId}`);
  const why = "Publish a release of this app first: without one there is nothing to download.";
  await expect(page.getByRole("button", { name: "Publish app" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Publish app" })).toHaveAccessibleDescription(why);
  await fitsPhone(page);
  await page.getByLabel("Language").selectOption("Español");
  await expect(page.getByText("Publica antes una versión de esta app", { exact: false })).toBeVisible();
  await page.getByLabel("Idioma").selectOption("English");
});

test(
  "S20 S28 S29 a release is withdrawn: its tester is notified and keeps it, it is offered to no one else, its campaign says so",
  long,
  async () => {
    await phone.page.goto(`${product.url}/tester/tests/${campaignId}`);
    await phone.page.getByRole("button", { name: "Keep offline" }).click();
    await expect(phone.page.getByText("On this device and verified", { exact: false })).toBeVisible();
    await expect.poll(async () => (await product.sql`select count(*)::int as n from downloads`)[0]?.n).toBe(1);
    expect([await fetched("1.0"), await fetched("1.1")]).toEqual([true, true]);
    // On another page, because viewing the release would mark its notification as read.
    await phone.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();

    const { page } = desk;
    await page.goto(`${product.url}/developer/apps/${appId}?tab=releases`);
    const card = page.getByLabel("Version 1.1", { exact: true });
    await card.getByRole("button", { name: "Withdraw release" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByText("1 campaign distributes this build. Choose another build there.")).toBeVisible();
    await dialog.getByRole("button", { name: "Withdraw release" }).click();
    await expect(card.getByText("Withdrawn", { exact: true })).toBeVisible();
    await fitsPhone(page);
    await expect.poll(() => fetched("1.1"), { timeout: 60_000 }).toBe(false);
    expect(await fetched("1.0")).toBe(true);

    await phone.page.getByRole("banner").getByRole("link", { name: "Notifications, 1 unread" }).click();
    await phone.page.getByRole("link", { name: "A build you downloaded was withdrawn" }).click();
    await expect(phone.page).toHaveURL(`${product.url}/tester/tests/${campaignId}`);
    await expect(phone.page.getByText("Version 1.1 was withdrawn")).toBeVisible();
    await fitsPhone(phone.page);
    const [saved] = await Promise.all([
      phone.page.waitForEvent("download"),
      phone.page.getByRole("button", { name: "Save file" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("map-1.1.apk");
    await phone.page.getByLabel("Language").selectOption("Español");
    await expect(phone.page.getByText("La versión 1.1 se ha retirado")).toBeVisible();
    await phone.page.getByLabel("Idioma").selectOption("English");

    await page.goto(`${product.url}/developer/campaigns/${campaignId}`);
    await expect(page.getByText("The build of this campaign was withdrawn")).toBeVisible();
    await page.getByRole("link", { name: "Choose another build" }).click();
    await expect(page.getByRole("combobox", { name: /^Build/ })).toContainText("1.1 · withdrawn");
  },
);

test(
  "S20 S27 R1 an unpublished app leaves the store; it can be published again, but not without a release",
  long,
  async ({ browser }) => {
    const visitor = await openDevice(browser);
    const store = await openPage(visitor);
    await store.goto(`${product.url}/apps/${appId}`);
    await expect(store.getByRole("heading", { level: 1, name: "Night Map" })).toBeVisible();
    await expect(store.getByText("Version 1.0").first()).toBeVisible();

    const { page } = desk;
    await page.goto(`${product.url}/developer/apps/${appId}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Unpublish app" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unpublish app" }).click();
    await expect(page.getByText("Unpublished", { exact: true })).toBeVisible();
    await fitsPhone(page);
    await expect.poll(() => fetched("1.0")).toBe(false);
    // The visitor returns to the tab, which refreshes at once instead of within a minute.
    await store.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(store.getByText("App Not Found").last()).toBeVisible();

    await page.getByRole("button", { name: "Publish app" }).click();
    await expect.poll(() => fetched("1.0"), { timeout: 60_000 }).toBe(true);
    await page.getByRole("tab", { name: "Releases" }).click();
    await page.getByLabel("Version 1.0", { exact: true }).getByRole("button", { name: "Withdraw release" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByText("the app leaves the App Store as well", { exact: false })).toBeVisible();
    await dialog.getByRole("button", { name: "Withdraw release" }).click();
    await expect(page.getByText("Unpublished", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("button", { name: "Publish app" })).toBeDisabled();
    await visitor.close();
  },
);
