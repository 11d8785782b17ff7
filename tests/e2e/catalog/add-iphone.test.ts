// Adds an iPhone to a test's devices by a configuration profile, finds it in a build's provisioning
// profile, and shows the identifier to the manager. The test fetches and answers the profile like
// iOS.
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { type ApiPerson, inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { takePageErrors } from "../../fixtures/browser/page-errors.ts";
import { enter, fitsPhone, openDevice, openPage, signIn } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { iosApp, xmlPlist } from "../../fixtures/packages.ts";

/** Phones add themselves only to a server with https. */
const site = "https://beta.example.test";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const udid = "00008120-001A2B3C4D5E601E";
const [app, campaign, first, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
let product: Product;
let dana: ApiPerson;
let tess: ApiPerson;

async function adHoc(id: string, version: string, devices: readonly string[]) {
  const named = devices.map((device) => `<string>${device}</string>`).join("");
  const { bytes } = iosApp({
    info: { CFBundleShortVersionString: version },
    profile: `<key>ProvisionedDevices</key><array>${named}</array>`,
  });
  const file_path = `${dana.id}/${createHash("sha256").update(bytes).digest("hex")}`;
  await dana.upload("releases", file_path, new Uint8Array(bytes), "application/octet-stream");
  const row = { id, app_id: app, developer_id: dana.id, version, status: "draft", file_name: "map.ipa", file_path };
  await dana.insert("releases", row);
  await expect
    .poll(async () => (await product.sql`select checked_at from releases where id = ${id}`)[0]?.checked_at)
    .toBeTruthy();
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({ siteUrl: site });
  dana = await signUpByApi(product, "Dana Developer", "developer");
  tess = await signUpByApi(product, "Tess Tester", "tester");
  await dana.insert("apps", { id: app, developer_id: dana.id, title: "Night Map", platform: "ios", type: "IPA" });
  await dana.insert("campaigns", {
    ...{ id: campaign, developer_id: dana.id, app_id: app, category: "travel", platform: "ios", auto_select: true },
    ...{ status: "active", title: "Night map for hikers", start_date: inDays(-3), end_date: inDays(20) },
    description: "Can the map be read in the dark without waking the tent?",
  });
  await adHoc(first, "1.4", ["0123456789abcdef0123456789abcdef01234567"]);
  await dana.insert("briefs", { id: campaign, developer_id: dana.id, release_id: first });
  await tess.insert("applications", {
    ...{ id: applicationId(campaign, tess.id), campaign_id: campaign, tester_id: tess.id },
  });
});
test.afterAll(() => product?.stop());

async function looksRight(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page)).toEqual([]);
  }
  await fitsPhone(page);
}
const here = (url: string) => url.replace(site, product.url);

test(
  "B4 P4 a tester adds an iPhone that a profile lacks; the manager registers it, and the next build installs",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({
      ...{ locale: "en-US", userAgent: safari, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    });
    const page = await openPage(context);
    await signIn(page, product, tess.email, "/tester");
    await page.goto(`${product.url}/b/${first}`);
    await expect(page.getByText("It installs only on devices that its developer has registered")).toBeVisible();
    await expect(page.getByText("only the managers of Dana Developer can read it", { exact: false })).toBeVisible();
    await looksRight(page);
    // Safari would offer to load the profile, and stay on the page.
    await context.route(`${site}/**`, (route) => route.fulfill({ status: 204 }));
    const profile = page.waitForRequest(`${site}/functions/v1/install/enrol/*`);
    await page.getByRole("button", { name: "Add this iPhone" }).click();
    const asked = (await profile).url();
    expect(takePageErrors()).toEqual([`A request to another machine: ${asked}`]);
    const url = here(asked);
    const text = await (await fetch(url)).text();
    expect(text).toContain("for the account “Tess Tester”. The managers of “Dana Developer” can read it.");
    const answer = Buffer.concat([
      Buffer.from([0x30, 0x82, 0xff]),
      xmlPlist(`<key>PRODUCT</key><string>iPhone17,1</string><key>UDID</key><string>${udid}</string>`),
    ]);
    const added = await fetch(url, { method: "POST", body: new Uint8Array(answer), redirect: "manual" });
    await page.goto(here(added.headers.get("location") ?? ""));
    await expect(page.getByText("This iPhone is not in the profile of this build yet")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/b/${first}`);
    await looksRight(page);

    // The manager is notified, and registers it.
    const desk = await openDevice(browser);
    const manager = await enter(desk, product, { email: dana.email, home: "/developer" });
    await manager.page.goto(`${product.url}/notifications`);
    await manager.page.getByText("Tess Tester added a device to register").click();
    await expect(manager.page.getByRole("row", { name: /Tess Tester iPhone17,1/ })).toContainText(udid);
    await looksRight(manager.page);
    const [file] = await Promise.all([
      manager.page.waitForEvent("download"),
      manager.page.getByRole("button", { name: "Download for Apple" }).click(),
    ]);
    expect(await readFile(await file.path(), "utf8")).toBe(
      `Device ID\tDevice Name\tDevice Platform\n${udid}\tTess Tester iPhone17,1\tios`,
    );
    await manager.page.getByRole("searchbox", { name: "Search devices" }).fill("nobody");
    await expect(manager.page.getByText("No devices found")).toBeVisible();
    await desk.setOffline(true);
    await manager.page.getByRole("button", { name: "Back to the applicants" }).click();
    await manager.page.getByRole("button", { name: "iPhones and iPads" }).click();
    await expect(manager.page.getByText("Device identifiers are not stored on this device.")).toBeVisible();
    await desk.setOffline(false);
    await expect(manager.page.getByText(udid)).toBeVisible();

    // The next build includes it.
    await adHoc(second, "1.5", [udid.toLowerCase()]);
    await dana.patch("briefs", campaign, { release_id: second });
    await page.goto(`${product.url}/b/${second}`);
    await expect(page.getByText("This iPhone is in the profile of this build")).toBeVisible();
    await looksRight(page);
    await manager.page.reload();
    await expect(manager.page.getByRole("row", { name: /Tess Tester iPhone17,1/ })).toContainText("Yes");

    // The stored data, and its deletion.
    await page.goto(`${product.url}/account/data`);
    const own = page.getByRole("list", { name: "iPhones and iPads" });
    await expect(own).toContainText("Dana Developer");
    await looksRight(page);
    await page.getByRole("button", { name: "Remove iPhone17,1" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("The device was removed")).toBeVisible();
    await expect(own).toHaveCount(0);
    expect(await product.sql`select 1 from private.test_devices`).toHaveLength(0);
    await context.close();
    await desk.close();
  },
);

test("B4 on a computer the page says where to add an iPhone", long, async ({ browser }) => {
  const context = await openDevice(browser);
  const { page } = await enter(context, product, { email: tess.email, home: "/tester" });
  await page.goto(`${product.url}/b/${first}`);
  await expect(page.getByText("Open this page on your iPhone or iPad to add it.")).toBeVisible();
  await page.getByLabel("Language").selectOption("Español");
  await expect(page.getByText("Abre esta página en tu iPhone o iPad para añadirlo.")).toBeVisible();
  await looksRight(page);
  await context.close();
});
