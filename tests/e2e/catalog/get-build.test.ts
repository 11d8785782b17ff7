// Getting a build: matching phones download or open it, other devices show a QR code to its page;
// signed out, a tester logs in and returns.
import { createHash, randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { shortCode } from "../../../sync/schema/short-codes.ts";
import { inDays } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, openPage, password, sendLogin } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { unreadBuild } from "../../fixtures/packages.ts";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const desk = { viewport: { width: 1440, height: 900 } };
const devices = {
  android: { ...phone, userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/142.0.0.0 Mobile Safari/537.36` },
  iphone: {
    ...phone,
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) ${webkit} Version/16.6 Mobile/15E148 Safari/604.1`,
  },
  windows: { ...desk, userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36` },
  mac: { ...desk, userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15` },
} as const;

const app = { map: randomUUID(), tool: randomUUID() };
const build = { apk: randomUUID(), ipa: randomUUID(), exe: randomUUID(), link: randomUUID(), secret: randomUUID() };
const openTest = randomUUID();
const closedTest = randomUUID();

const { product, dana, tess } = setUpDeveloperAndTester();

/** Creates a release with the metadata that the server's check would write. */
async function release(id: string, appId: string, version: string, name: string, more: object, read?: string) {
  const bytes = name.endsWith(".exe") ? new Uint8Array(Buffer.from(`MZ ${name}`)) : unreadBuild(20_000);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file_path = `${dana.id}/${sha256}`;
  const isLink = name === "";
  if (!isLink) await dana.upload("releases", file_path, bytes, "application/octet-stream");
  await dana.insert("releases", {
    ...{
      id,
      app_id: appId,
      developer_id: dana.id,
      version,
      notes: `What ${version} brings.`,
      status: "draft",
      ...more,
    },
    ...(isLink ? {} : { file_name: name, file_path, sha256, size_bytes: bytes.length }),
    ...(isLink ? {} : { content_type: "application/octet-stream" }),
  });
  if (read)
    await product.sql.unsafe(`update releases set checked_at = now(), check_failure = '', ${read} where id = '${id}'`);
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const made = { developer_id: dana.id, description: "Maps for the night." };
  await dana.insert("apps", { ...made, id: app.map, title: "Night Map", platform: "android", type: "APK" });
  await dana.insert("apps", { ...made, id: app.tool, title: "Night Tool", platform: "windows", type: "EXE" });
  const android = `platform = 'android', package_id = 'com.example.map', min_os = '26', signing_kind = 'release',
    signer_sha256 = '${"ab".repeat(32)}', build_number = '140'`;
  const ios =
    "platform = 'ios', package_id = 'com.example.map', min_os = '17.0', signing_kind = 'ad_hoc', profile_devices = 3";
  await release(build.apk, app.map, "1.4", "night-map.apk", {}, android);
  await release(build.ipa, app.map, "1.5", "night-map.ipa", {}, ios);
  await release(build.exe, app.tool, "2.0", "night tool.exe", {}, "platform = ''");
  await release(build.link, app.map, "1.6", "", { kind: "link", link_url: "https://testflight.apple.com/join/AbCd" });
  await release(build.secret, app.map, "1.7", "", { kind: "link", link_url: "https://example.test/secret" });
  for (const id of [build.apk, build.ipa, build.exe]) await dana.patch("releases", id, { status: "published" });
  for (const id of [app.map, app.tool]) await dana.patch("apps", id, { status: "published" });
  const shared = {
    ...{ developer_id: dana.id, app_id: app.map, category: "travel", auto_select: true, status: "active" },
    ...{ description: "Can the map be read in the dark without waking the tent?" },
    ...{ start_date: inDays(-3), end_date: inDays(20) },
  };
  await dana.insert("campaigns", { ...shared, id: openTest, title: "Night map for hikers" });
  await dana.insert("campaigns", { ...shared, id: closedTest, title: "Night map for friends", visibility: "unlisted" });
  await dana.insert("briefs", { id: openTest, developer_id: dana.id, release_id: build.link });
  await dana.insert("briefs", { id: closedTest, developer_id: dana.id, release_id: build.secret });
  const mine = { campaign_id: openTest, tester_id: tess.id };
  await tess.insert("applications", { id: applicationId(openTest, tess.id), ...mine });
});

const open = async (
  browser: Browser,
  device: keyof typeof devices,
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ locale: "en-US", ...devices[device] });
  context.setDefaultTimeout(20_000);
  return { context, page: await openPage(context) };
};
const at = (page: Page, id: string) => page.goto(`${product.url}/b/${id}`);
const qr = (page: Page | Locator, text: string) => page.getByRole("img", { name: `QR code: ${text}` });
async function looksRight(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page)).toEqual([]);
  }
  await fitsPhone(page);
}

test(
  "B4 S28 an Android phone downloads an APK, signed out, with instructions in both languages",
  long,
  async ({ browser }) => {
    const { context, page } = await open(browser, "android");
    await at(page, build.apk);
    await expect(page.getByRole("heading", { level: 1, name: "Night Map" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "2. Allow it once" })).toBeVisible();
    await expect(page.getByText("Android 8.0 and later")).toBeVisible();
    await expect(page.getByText("Could not check whether Google knows this app.")).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("night-map.apk");
    await looksRight(page);
    await page.getByLabel("Language").selectOption("Español");
    await expect(page.getByRole("heading", { name: "2. Permítelo una vez" })).toBeVisible();
    await looksRight(page);
    await context.close();
  },
);

test(
  "B4 an iPhone is too old for one IPA, installs another by manifest, and cannot use an APK",
  long,
  async ({ browser }) => {
    const { context, page } = await open(browser, "iphone");
    await at(page, build.ipa);
    await expect(
      page.getByText("The build needs iOS 17.0 or later, and this device has iOS 16.", { exact: false }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Install" }).click();
    await expect(page.getByText("iOS installs apps only from a server with https.")).toBeVisible();
    await looksRight(page);
    await visit(page, `/b/${build.apk}`);
    await expect(qr(page, "Open this page on your Android phone")).toBeVisible();
    await expect(page.getByText(`${product.url}/b/${shortCode(build.apk)}`)).toBeVisible();
    await visit(page, `/b/${shortCode(build.apk)}`);
    await expect(qr(page, "Open this page on your Android phone")).toBeVisible();
    await expect(page.getByRole("button", { name: "Download anyway" })).toBeVisible();
    await context.close();
  },
);

test(
  "B4 a Windows computer downloads its program with checksum instructions, and shows a code for a phone's",
  long,
  async ({ browser }) => {
    const { context, page } = await open(browser, "windows");
    await at(page, build.exe);
    await expect(page.getByText('Get-FileHash "night tool.exe"')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("night tool.exe");
    await looksRight(page);
    await visit(page, `/b/${build.apk}`);
    await expect(qr(page, "Open this page on your Android phone")).toBeVisible();
    await looksRight(page);
    await visit(page, `/apps/${app.map}`);
    await page.getByRole("button", { name: "Install on your phone" }).click();
    await expect(qr(page.getByRole("dialog"), "Open this page on your iPhone or iPad")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await context.close();
  },
);

test(
  "B4 S10 a tester scans the code with the phone, logs in and returns to the page; opening counts",
  long,
  async ({ browser }) => {
    const computer = await openDevice(browser);
    const workspace = await enter(computer, product, { email: tess.email, home: `/tester/tests/${openTest}` });
    await workspace.page.getByRole("button", { name: "Install on your phone" }).click();
    await expect(
      workspace.page.getByRole("dialog").getByRole("img", { name: "QR code: Open this page on your iPhone or iPad" }),
    ).toBeVisible();
    await workspace.page.keyboard.press("Escape");
    const { context, page } = await open(browser, "iphone");
    await at(page, build.link);
    await expect(page.getByText("This build is for the testers of a public test")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open in TestFlight" })).toHaveCount(0);
    await looksRight(page);
    await page.getByRole("link", { name: "Already a tester? Log in" }).click();
    await sendLogin(page, tess.email, password);
    await expect(page).toHaveURL(`${product.url}/b/${build.link}`);
    const link = page.getByRole("link", { name: "Open in TestFlight" });
    await expect(link).toHaveAttribute("href", "https://testflight.apple.com/join/AbCd");
    // Links must not leave this machine.
    await link.evaluate((anchor) => anchor.addEventListener("click", (event) => event.preventDefault()));
    await link.click();
    await expect
      .poll(
        async () =>
          (await product.sql`select release_id from applications where tester_id = ${tess.id}`)[0]?.release_id,
      )
      .toBe(build.link);
    await context.close();
    await computer.close();
  },
);

test("B4 a non-public test's build reveals nothing to strangers on any device", long, async ({ browser }) => {
  const { context, page } = await open(browser, "mac");
  await at(page, build.secret);
  await expect(page.getByText("Log in to see this build")).toBeVisible();
  await expect(page.getByText("Night Map")).toHaveCount(0);
  await looksRight(page);
  await visit(page, `/b/${randomUUID()}`);
  await expect(page.getByText("Log in to see this build")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
  await sendLogin(page, tess.email, password);
  await expect(page.getByText("There is no build here for this account")).toBeVisible();
  await context.close();
});

test(
  "B4 S20 a developer creates a link release with a name; an invalid address is rejected with a message",
  long,
  async ({ browser }) => {
    const context = await openDevice(browser);
    const releases = `/developer/apps/${app.map}?tab=releases`;
    const { page } = await enter(context, product, { email: dana.email, home: releases });
    await page.getByRole("button", { name: "New release" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Version").fill("3.0");
    await dialog.getByRole("radio", { name: /^A link/ }).check();
    await dialog.getByLabel("Address of the build").fill("http://example.com/beta");
    await dialog.getByRole("button", { name: "Save release" }).click();
    await expect(dialog.getByText("Use an address that starts with https://.")).toBeVisible();
    await dialog.getByLabel("Address of the build").fill("https://play.google.com/apps/testing/com.example.map");
    await expect(dialog.getByText("Recognized: Testing on Google Play")).toBeVisible();
    await dialog.getByLabel("Available until").fill(inDays(9));
    expect(await findings(page)).toEqual([]);
    // The input stays as a draft.
    await page.reload();
    await page.getByRole("button", { name: "New release" }).click();
    await expect(dialog.getByLabel("Address of the build")).toHaveValue(
      "https://play.google.com/apps/testing/com.example.map",
    );
    await dialog.getByRole("button", { name: "Save release" }).click();
    const card = page.getByLabel("Version 3.0", { exact: true });
    await expect(card.getByText("Testing on Google Play")).toBeVisible();
    await card.getByRole("button", { name: "Publish" }).click();
    await expect(card.getByText("Published", { exact: true })).toBeVisible();
    await fitsPhone(page);
    await expect
      .poll(async () => (await product.sql`select kind, status from releases where version = '3.0'`)[0])
      .toMatchObject({ kind: "link", status: "published" });
    await context.close();
  },
);
