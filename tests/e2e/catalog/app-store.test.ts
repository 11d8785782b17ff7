// The App Store: visitors browse, search and download; downloads are verified, resume after an
// interruption, and can stay on the device. Signed out on a desktop, then as a tester on a phone,
// each partly offline.
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Download, Locator, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign, publishRead, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { storedIn } from "../../fixtures/browser/device-database.ts";
import { faceOf } from "../../fixtures/browser/faces.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { openDevice, openPage, password, scrollDownTo } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { openLine } from "../../fixtures/browser/throttled-proxy.ts";
import { unreadBuild } from "../../fixtures/packages.ts";

test.describe.configure({ mode: "serial" });

const MB = 1024 * 1024;
const mapId = randomUUID();
const falseId = randomUUID();
const testId = randomUUID();
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const build = unreadBuild(12 * MB + 119);
const oldBuild = unreadBuild(20_000);

const product = setUpProduct();
const dana = setUpPerson(product, "Dana Developer", "developer");
let context: BrowserContext;
let page: Page;

async function publish(appId: string, version: string, bytes: Uint8Array<ArrayBuffer>, sha256 = sha(bytes)) {
  const path = `${dana.id}/${sha(bytes)}`;
  await dana.upload("releases", path, bytes, "application/octet-stream");
  const id = randomUUID();
  await dana.insert("releases", {
    ...{ id, app_id: appId, developer_id: dana.id, version, notes: `What ${version} brings.`, status: "draft" },
    ...{ file_name: `map-${version}.apk`, file_path: path, content_type: "application/octet-stream" },
    ...{ size_bytes: bytes.length, sha256 },
  });
  await publishRead(dana, id);
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const icon = readFileSync(new URL("../../../public/icons/icon-192.png", import.meta.url));
  await dana.upload("app-content", `${dana.id}/icon.png`, new Uint8Array(icon), "image/png");
  const app = (id: string, title: string, more: object) => ({
    ...{ id, developer_id: dana.id, title, description: "A map that can be read in the dark.", platform: "android" },
    ...{ type: "APK", icon_path: `${dana.id}/icon.png`, status: "draft", ...more },
  });
  await dana.insert(
    "apps",
    app(mapId, "Night Map", { screenshots: [`${dana.id}/icon.png`], requirements: ["Android 10"] }),
  );
  await dana.insert("apps", app(falseId, "Altered Build", { platform: "windows", type: "EXE" }));
  await publish(mapId, "1.0.0", oldBuild);
  await publish(mapId, "1.1.0", build);
  await publish(falseId, "1.0.0", unreadBuild(5000), sha(oldBuild));
  for (const id of [mapId, falseId]) await dana.patch("apps", id, { status: "published" });
  await insertCampaign(dana, { id: testId, app_id: mapId, title: "Night map for hikers", auto_select: true });
  context = await openDevice(browser);
  page = await openPage(context);
});

const at = (path: string) => visit(page, path);
const load = (path: string) => page.goto(`${product.url}${path}`);
const card = (name: string, tab = page) =>
  tab.getByRole("listitem").filter({ has: tab.getByRole("link", { name, exact: true }) });
const counted = async () =>
  (await product.sql<{ downloads: number }[]>`select private.downloads_of_app(${mapId}) as downloads`)[0]?.downloads;
/** Expects no horizontal scrolling. */
const fits = (tab: Page) =>
  expect
    .poll(() => tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
/** Compares the downloaded file with the published one. */
async function saved(download: Download) {
  return { name: download.suggestedFilename(), sha256: sha(readFileSync(await download.path())) };
}

test("R1 S27 signed out: a thousand apps are searched, filtered and sorted; cards show their facts", long, async () => {
  // Direct inserts: publishing a thousand apps would take most of this file's time.
  await product.sql.begin(async (sql) => {
    await sql`select set_config('betaflock.seeding', 'on', true)`;
    await sql`insert into apps (id, developer_id, developer_name, title, description, platform, type, version, status, published_at)
      select gen_random_uuid(), ${dana.id}, 'Dana Developer', 'Tool ' || lpad(n::text, 4, '0'),
        case n when 700 then 'Writes café menus' else 'Does one thing.' end, 'macos', 'DMG', '1', 'published', now()
      from generate_series(0, 999) n`;
  });
  await load("/");
  await page.getByRole("banner").getByRole("link", { name: "App Store" }).click();
  await expect(page.getByRole("heading", { name: "App Store", level: 1 })).toBeVisible();
  // The server counts to a thousand.
  await expect(page.getByText("1,000+ apps")).toBeVisible();

  await page.getByRole("searchbox", { name: "Search apps" }).fill("CAFE menus");
  await expect(card("Tool 0700")).toBeVisible();
  await expect(page.getByText("1 app", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search apps" }).fill("dana night");
  const found = card("Night Map");
  await expect(found).toContainText("Dana Developer");
  for (const text of ["Android", "APK", "Version 1.1.0", "12,288.12 KB", "0 downloads"])
    await expect(found).toContainText(text);
  await page.getByRole("searchbox", { name: "Search apps" }).fill("no such thing");
  await expect(page.getByText("No applications found")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByText("1,000+ apps")).toBeVisible();
  await page.getByRole("combobox", { name: "Platform" }).selectOption("windows");
  await expect(card("Altered Build")).toBeVisible();
  await expect(page.getByText("1 app", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Platform" }).selectOption("all");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("name");
  await expect(page.getByRole("listitem").first()).toContainText("Altered Build");
  // The page contains only visible rows, down to the last one.
  expect(await page.getByRole("listitem").count()).toBeLessThan(100);
  await scrollDownTo(page, card("Tool 0999"));
  await expect(card("Tool 0999")).toHaveAttribute("aria-setsize", "1002");
  await page.setViewportSize({ width: 360, height: 780 });
  await fits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test(
  "S27 the newest app is larger and first until the user searches, filters or sorts; nothing moves when it arrives",
  long,
  async ({ browser }) => {
    const [first] = await product.sql<{ title: string }[]>`
    select title from public.apps where status = 'published' order by published_at desc, id desc limit 1`;
    for (const phone of [true, false]) {
      const own = await openDevice(browser, { phone });
      const tab = await openPage(own);
      await tab.addInitScript(() => {
        const seen = window as { moved?: number };
        seen.moved = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries())
            seen.moved = (seen.moved ?? 0) + ((shift as { value?: number }).value ?? 0);
        }).observe({ type: "layout-shift", buffered: true });
      });
      await tab.goto(`${product.url}/apps`);
      const newest = tab.getByRole("article").filter({ hasText: "Newest in the store" });
      await expect(newest.getByRole("heading", { level: 2 })).toHaveText(first?.title ?? "none");
      await expect(newest.getByRole("link", { name: /^Details of / })).toBeVisible();
      await expect(tab.getByRole("listitem").first()).toBeVisible();
      // Letters move by less than a pixel when their font has loaded.
      expect(await tab.evaluate(() => (window as { moved?: number }).moved)).toBeLessThan(0.001);
      const named = tab.getByRole("link", { name: first?.title ?? "none", exact: true });
      await expect(named).toHaveCount(1);
      const widths = [newest, tab.getByRole("listitem").first()].map(
        async (one) => (await one.boundingBox())?.width ?? 0,
      );
      const [large = 0, small = 0] = await Promise.all(widths);
      expect(large).toBeGreaterThanOrEqual(phone ? small : small * 2);
      await fits(tab);
      const search = tab.getByRole("searchbox", { name: "Search apps" });
      await search.fill("dana night");
      await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
      await expect(newest).toHaveCount(0);
      await search.fill("");
      await expect(newest).toBeVisible();
      await tab.getByRole("combobox", { name: "Platform" }).selectOption("windows");
      await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
      await expect(newest).toHaveCount(0);
      await tab.getByRole("combobox", { name: "Platform" }).selectOption("all");
      await expect(newest).toBeVisible();
      await tab.getByRole("combobox", { name: "Sort by" }).selectOption("name");
      await expect(tab.getByRole("listitem").first()).toContainText("Altered Build");
      await expect(newest).toHaveCount(0);
      await own.close();
    }
  },
);

test(
  "S28 S26 on a phone an app's page has Download, Report Issue, and a menu for the rest, by keyboard too; a desktop shows all",
  long,
  async ({ browser }) => {
    const rarer = ["Keep offline", "How to install it", "Share"];
    const own = await openDevice(browser);
    const tab = await openPage(own);
    await tab.setViewportSize({ width: 320, height: 568 });
    await tab.goto(`${product.url}/apps/${mapId}`);
    const main = tab.getByRole("main");
    for (const name of ["Install on your phone", "Download"])
      await expect(main.getByRole("button", { name, exact: true })).toBeVisible();
    await expect(main.getByRole("link", { name: "Report Issue" })).toBeVisible();
    for (const name of rarer) await expect(main.getByText(name, { exact: true })).toHaveCount(0);
    await fits(tab);
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      expect(await findings(tab)).toEqual([]);
    }
    const menu = tab.getByRole("button", { name: "More actions" });
    await menu.focus();
    await tab.keyboard.press("Enter");
    await expect(tab.getByRole("menuitem")).toHaveText(rarer);
    await tab.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await tab.keyboard.press("Enter");
    await tab.getByRole("menuitem", { name: "How to install it" }).press("Enter");
    await expect(tab).toHaveURL(/\/b\//);
    await tab.goBack();
    await tab.setViewportSize({ width: 1440, height: 900 });
    await expect(menu).toHaveCount(0);
    for (const name of rarer) await expect(main.getByText(name, { exact: true })).toBeVisible();
    await own.close();
  },
);

test("S28 R1 the page of an app: all fields, three tabs, a share link, an unknown id", long, async () => {
  await load("/apps?q=night");
  await card("Night Map").getByRole("link", { name: "Details of Night Map" }).click();
  await expect(page.getByRole("heading", { name: "Night Map", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("Night Map · Betaflock");
  for (const text of ["Dana Developer", "Android", "APK", "Version 1.1.0", "Android 10", "File size", sha(build)])
    await expect(page.getByRole("main")).toContainText(text);
  await expect(page.getByRole("img", { name: "Screenshot 1 of Night Map" })).toBeVisible();
  await page.getByRole("tab", { name: "Changelog" }).click();
  await expect(page.getByRole("heading", { name: "What's New in 1.1.0" })).toBeVisible();
  await page.getByRole("tab", { name: "Version History" }).click();
  const versions = page.getByRole("tabpanel").getByRole("listitem");
  await expect(versions.first()).toContainText(/1\.1\.0\s*Latest/);
  await expect(versions.nth(1)).toContainText("What 1.0.0 brings.");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.url}/apps/${mapId}`);
  const html = await (await fetch(`${product.url}/apps/${mapId}`)).text();
  expect(html).toContain('<meta property="og:title" content="Night Map">');
  await at(`/apps/${randomUUID()}`);
  await expect(page.getByRole("heading", { name: "App Not Found" })).toBeAttached();
  await expect(page.getByText("The application you're looking for doesn't exist or has been removed.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Back to App Store" }).last().click();
  await expect(page.getByRole("heading", { name: "App Store", level: 1 })).toBeVisible();
});

test("S28 O3 a download resumes after an interruption, is verified, and counts once per device", long, async () => {
  const line = await openLine(product.url);
  await page.goto(`${line.url}/apps/${mapId}`);
  await expect(page.getByRole("button", { name: "Download", exact: true })).toBeVisible();
  await readyForOffline(page);
  const ranges: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/object/releases/")) ranges.push(request.headers().range);
  });
  line.speed = 3 * MB;
  const download = page.waitForEvent("download", { timeout: 60_000 });
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const bar = page.getByRole("progressbar");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(20);
  line.cut();
  await expect(page.getByText("Waiting for a connection. Resumes where it stopped.")).toBeVisible();
  line.speed = Number.POSITIVE_INFINITY;
  line.restore();
  expect(await saved(await download)).toEqual({ name: "map-1.1.0.apk", sha256: sha(build) });
  expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d+-$/);
  await expect.poll(counted).toBe(1);

  // The same device again, an older version, and a file that differs from the published one.
  const again = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await saved(await again);
  await page.getByRole("tab", { name: "Version History" }).click();
  const older = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download version 1.0.0" }).click();
  expect(await saved(await older)).toEqual({ name: "map-1.0.0.apk", sha256: sha(oldBuild) });
  await expect.poll(counted).toBe(2);
  await page.goto(`${line.url}/apps/${falseId}`);
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("its size or checksum differs");
  await line.stop();
});

test("O3 O1 a build is stored offline: saved without a network, with pictures, deleted again", long, async () => {
  await load("/apps?q=night");
  await expect(card("Night Map")).toBeVisible();
  await readyForOffline(page);
  await page.reload();
  await expect(card("Night Map").locator("img")).toBeVisible();
  await at(`/apps/${mapId}`);
  await page.getByRole("button", { name: "Keep offline" }).click();
  await expect(page.getByText("On this device and verified: you can save it offline.")).toBeVisible();
  await context.setOffline(true);
  await load("/apps?q=night");
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await expect(page.getByRole("heading", { name: /On this device/ })).toContainText("12,288.12 KB");
  const picture = card("Night Map").locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save Night Map" }).click();
  expect(await saved(await download)).toEqual({ name: "map-1.1.0.apk", sha256: sha(build) });
  await page.getByRole("button", { name: "Remove Night Map from this device" }).click();
  await expect(page.getByRole("heading", { name: /On this device/ })).toHaveCount(0);
  await context.setOffline(false);
});

test("S26 S28 an issue is reported: after the login, offline, once", long, async () => {
  const tess = await signUpByApi(product, "Tess Tester", "tester");
  await page.setViewportSize({ width: 390, height: 844 });
  await load(`/apps/${mapId}`);
  await page.getByRole("link", { name: "Report Issue" }).click();
  await expect(page.getByText("Please log in to access this page.")).toBeVisible();
  await page.getByLabel("Email").fill(tess.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  const dialog = page.getByRole("dialog", { name: "Report an issue with Night Map" });
  await expect(dialog.getByLabel("What is wrong?")).toBeVisible();
  await expect(page.getByTestId("sync-badge")).toHaveAttribute("aria-label", /Synced/, { timeout: 60_000 });
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog.getByText("Required")).toBeVisible();
  await dialog.getByLabel("What is wrong?").fill("It shows an advertisement for a bank.");
  await dialog.getByRole("button", { name: "Send report" }).dblclick();
  await expect(page.getByText("Your report is waiting to be sent")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Your report is waiting to be sent")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Your report is waiting to be sent")).toHaveCount(0, { timeout: 30_000 });
  expect(
    await product.sql`select content_type, content_title, reason, status, reporter_name from public.flags`,
  ).toEqual([
    {
      ...{ content_type: "app", content_title: "Night Map", reason: "It shows an advertisement for a bank." },
      ...{ status: "pending", reporter_name: "Tess Tester" },
    },
  ]);
  // A signed-in download is recorded with the user, as the reward model "downloading" requires.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await saved(await download);
  await expect
    .poll(async () => (await product.sql`select 1 from public.downloads where user_id = ${tess.id}`).length)
    .toBe(1);
});

/**
 * Creates five reports on the app's test with ratings and decisions; `hours` are the response
 * times.
 */
async function answerReports(hours: readonly number[], ratings: readonly number[]): Promise<void> {
  const rita = await signUpByApi(product, "Rita Rates", "tester");
  const [campaign] = await product.sql<{ id: string }[]>`select id from campaigns where app_id = ${mapId}`;
  const campaign_id = campaign?.id ?? "";
  const application_id = applicationId(campaign_id, rita.id);
  await rita.insert("applications", { id: application_id, campaign_id, tester_id: rita.id });
  await dana.patch("applications", application_id, { status: "accepted" });
  for (const [n, took] of hours.entries()) {
    const id = randomUUID();
    await rita.insert("feedback", {
      ...{ id, campaign_id, application_id, tester_id: rita.id, type: "bug", rating: ratings[n] ?? 3 },
      ...{ summary: `The contour lines vanish ${n}`, details: "At night.", status: "submitted" },
    });
    await product.sql.begin(async (sql) => {
      await sql`select set_config('betaflock.seeding', 'on', true)`;
      await sql`update feedback set status = 'approved', usefulness = 3, reviewed_at = now(),
        received_at = now() - make_interval(hours => ${took}) where id = ${id}`;
    });
  }
}

test(
  "S27 a developer has a page with rating and response time: also signed out, and offline after a visit",
  long,
  async ({ browser }) => {
    await answerReports([1, 2, 4, 30, 40], [1, 5, 5, 5, 5]);
    const own = await openDevice(browser, { phone: true });
    const tab = await openPage(own);
    await tab.goto(`${product.url}/apps/${mapId}`);
    const [row] = await product.sql<{ id: string; name: string }[]>`
    update public.organizations set about = 'We draw maps for the night.', website = 'https://night.example.test'
    where id = (select org_id from public.apps where id = ${mapId}) returning id, name`;
    await tab.getByRole("link", { name: row?.name ?? "none", exact: true }).click();
    await expect(tab.getByRole("heading", { name: row?.name ?? "none", level: 1 })).toBeVisible();
    await expect(tab.getByText("We draw maps for the night.")).toBeVisible();
    await expect(tab.getByRole("link", { name: "night.example.test" })).toHaveAttribute(
      "href",
      "https://night.example.test",
    );
    await expect(tab.getByText("On Betaflock since")).toBeVisible();
    const fact = (label: string) => tab.getByRole("term").filter({ hasText: label }).locator("..");
    for (const text of ["4.2", "5 ratings"]) await expect(fact("Testers' rating")).toContainText(text);
    await expect(fact("Time to answer")).toContainText("4 hours");
    await expect(fact("Approved reports")).toContainText("100%");
    const test = tab.getByRole("list", { name: "Looking for testers right now" }).getByRole("article");
    for (const text of ["Night map for hikers", "$20.00", "20 days left", "24 spots remaining"])
      await expect(test).toContainText(text);
    await tab.getByLabel("Search apps").fill("night map");
    await expect(tab.getByRole("link", { name: "Night Map", exact: true })).toBeVisible();
    await fits(tab);
    await own.setOffline(true);
    await tab.reload();
    await expect(tab.getByText("We draw maps for the night.")).toBeVisible();
    await expect(test).toContainText("Night map for hikers");
    await expect(tab.getByText("This is what you last saw")).toBeVisible();
    await own.setOffline(false);
    for (const unknown of [randomUUID(), "none"]) {
      await visit(tab, `/organizations/${unknown}`);
      await expect(tab.getByText("This organization has no public page")).toBeVisible();
    }
    await own.close();
  },
);

test(
  "S28 S11 an app links to its running public test, and the test back to the app; the last version stays available offline",
  long,
  async ({ browser }) => {
    const own = await openDevice(browser);
    const tab = await openPage(own);
    await tab.goto(`${product.url}/apps/${mapId}`);
    const link = tab.getByRole("link", { name: "Night map for hikers" });
    await expect(link).toBeVisible();
    await own.setOffline(true);
    await tab.reload();
    await expect(link).toBeVisible();
    await expect(tab.getByText(/^As of /)).toBeVisible();
    await own.setOffline(false);
    await link.click();
    await expect(tab).toHaveURL(/\/tests\//);
    await tab.getByRole("main").getByRole("link", { name: "Log In" }).click();
    const tara = await signUpByApi(product, "Tara Tester", "tester");
    await tab.getByLabel("Email").fill(tara.email);
    await tab.getByLabel("Password", { exact: true }).fill(password);
    await tab.getByRole("button", { name: "Log In" }).click();
    // The form that the visitor asked for opens after the login.
    await expect(tab.getByRole("dialog").getByRole("button", { name: "Send application" })).toBeVisible();
    await tab.keyboard.press("Escape");
    await expect(tab.getByRole("heading", { name: "Night map for hikers", level: 1 })).toBeVisible();
    await expect(tab.getByRole("main").getByRole("link", { name: "Dana Developer" })).toHaveAttribute(
      "href",
      /\/organizations\//,
    );
    await test.step("S9 S10 a test of an app has its icon on card, page and workspace, and its screenshots", async () => {
      const face = (within: Locator) => expect.poll(() => faceOf(within));
      await face(tab.getByRole("main").locator("header")).toEqual({ covers: 1, drawnIcons: 0, icons: 1 });
      const shots = tab.getByRole("region", { name: "Screenshots of Night Map" });
      const shot = shots.getByRole("img", { name: "Screenshot 1 of Night Map" });
      await expect(shot).toBeVisible();
      // Fills its box at any size, without cropping.
      await expect
        .poll(() => shot.evaluate((image) => image.clientHeight - (image.closest("li")?.clientHeight ?? 0)))
        .toBe(0);
      await visit(tab, "/tester/tests");
      await face(card("Night map for hikers", tab)).toEqual({ covers: 1, drawnIcons: 0, icons: 1 });
      await tara.insert("applications", {
        id: applicationId(testId, tara.id),
        campaign_id: testId,
        tester_id: tara.id,
      });
      await visit(tab, `/tester/tests/${testId}`);
      await expect(tab.getByRole("heading", { name: "My reports on this test" })).toBeVisible();
      await face(tab.getByRole("main").locator("header")).toEqual({ covers: 0, drawnIcons: 0, icons: 1 });
    });
    await tab.getByRole("link", { name: "View app page" }).click();
    await expect(tab.getByRole("heading", { name: "Night Map", level: 1 })).toBeVisible();
    await own.close();
  },
);

test("S27 S28 without scripts an app and the App Store are readable as text", long, async ({ browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const tab = await plain.newPage();
  await tab.goto(`${product.url}/apps/${mapId}`);
  await expect(tab).toHaveTitle("Night Map · Betaflock");
  await expect(tab.getByRole("heading", { name: "Night Map", level: 1 })).toBeVisible();
  await expect(tab.locator("noscript p").nth(1)).toHaveText("A map that can be read in the dark.");
  // No spinner remains.
  await expect(tab.getByRole("status")).toHaveCount(0);
  await tab.getByRole("link", { name: "App Store" }).click();
  await expect(tab.getByRole("heading", { name: "Newest apps" })).toBeVisible();
  await expect(tab.locator("noscript").getByRole("link").first()).toBeVisible();
  await plain.close();
});

test("S27 S28 S30 in Spanish on a phone", long, async ({ browser }) => {
  const phone = await browser.newContext({
    viewport: { width: 360, height: 780 },
    locale: "es-ES",
  });
  const tab = await openPage(phone);
  await tab.addInitScript(() => localStorage.setItem("language", "es"));
  await tab.goto(`${product.url}/apps?platform=android`);
  await expect(tab.getByRole("heading", { name: "Tienda de apps", level: 1 })).toBeVisible();
  await expect(tab.getByRole("link", { name: "Night Map", exact: true })).toBeVisible();
  await expect(tab.getByText("12.288,12 KB")).toBeVisible();
  await fits(tab);
  await visit(tab, `/apps/${mapId}`);
  await expect(tab.getByRole("button", { name: "Descargar", exact: true })).toBeVisible();
  await fits(tab);
  await phone.close();
});

test("S27 S28 O1 going offline: the device's list is searched, and shows its age", long, async ({ browser }) => {
  const phone = await openDevice(browser, { phone: true });
  const tab = await openPage(phone);
  const search = tab.getByRole("searchbox", { name: "Search apps" });
  const named = (name: string) => tab.getByRole("link", { name, exact: true });
  await tab.goto(`${product.url}/apps?q=night`);
  await expect(named("Night Map")).toBeVisible();
  await search.fill("altered");
  await expect(named("Altered Build")).toBeVisible();
  await readyForOffline(tab);
  await cardOnDevice(tab, falseId);
  await visit(tab, `/apps/${mapId}`);
  await expect(tab.getByRole("heading", { name: "Night Map", level: 1 })).toBeVisible();
  await visit(tab, "/apps?q=night");
  await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
  await phone.setOffline(true);
  await search.fill("build");
  await expect(named("Altered Build")).toBeVisible();
  await expect(named("Night Map")).toHaveCount(0);
  await expect(tab.getByText(/^Searching \d+ apps on this device, as of \d+:\d\d/)).toBeVisible();
  await fits(tab);
  await search.fill("uild");
  await expect(tab.getByText("No applications found")).toBeVisible();
  // An opened app is stored completely; a listed one is not, and is not reported as deleted.
  await tab.goto(`${product.url}/apps/${mapId}?tab=versions`);
  await expect(tab.getByText("What 1.0.0 brings.")).toBeVisible();
  await visit(tab, `/apps/${falseId}`);
  await expect(tab.getByText("This app is not on this device")).toBeVisible();
  await phone.setOffline(false);
  await expect(tab.getByRole("heading", { name: "Altered Build", level: 1 })).toBeVisible();

  // A second tab shows the first one's rows, also offline.
  const second = await phone.newPage();
  await phone.setOffline(true);
  await second.goto(`${product.url}/apps/${falseId}`);
  await expect(second.getByRole("heading", { name: "Altered Build", level: 1 })).toBeVisible();
  await phone.setOffline(false);
  await product.sql`update public.apps set status = 'unpublished' where id = ${falseId}`;
  await second.reload();
  await expect(second.getByRole("heading", { name: "App Not Found" })).toBeAttached();
  await phone.close();
});

/**
 * Checks the device: the list appears before its database exists, and cards arrive one response
 * after another.
 */
const cardOnDevice = (tab: Page, id: string) =>
  expect
    .poll(async () =>
      (await storedIn(tab, "anonymous", "catalog")).some(
        ({ id: key }) => String(key).startsWith("card|app|") && String(key).includes(id),
      ),
    )
    .toBe(true);

test("S27 a missing response leaves the cards, is reported and can be retried", long, async ({ browser }) => {
  const own = await openDevice(browser);
  const tab = await openPage(own);
  await tab.goto(`${product.url}/apps?q=night`);
  const night = tab.getByRole("link", { name: "Night Map", exact: true });
  await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
  await cardOnDevice(tab, mapId);
  const rejection = { code: "PT422", details: "invalid", message: "No." };
  await tab.route("**/rpc/catalog_search", (route) => route.fulfill({ status: 422, json: rejection }));
  await tab.reload();
  await expect(tab.getByText("The App Store could not be searched")).toBeVisible();
  await expect(night).toBeVisible();
  await tab.unroute("**/rpc/catalog_search");
  await tab.getByRole("button", { name: "Try again" }).click();
  await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
  await expect(tab.getByText("The App Store could not be searched")).toHaveCount(0);
  await own.close();
});

test("S27 O1 a reload before the first replication leaves the cards on the device", long, async ({ browser }) => {
  const own = await openDevice(browser);
  const tab = await openPage(own);
  let held = 0;
  await tab.route("**/rpc/sync_pull", () => {
    held += 1;
  });
  await tab.goto(`${product.url}/apps?q=night`);
  const night = tab.getByRole("link", { name: "Night Map", exact: true });
  await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
  await cardOnDevice(tab, mapId);
  await expect.poll(() => held).toBeGreaterThan(0);
  await tab.unroute("**/rpc/sync_pull");
  const rejection = { code: "PT422", details: "invalid", message: "No." };
  await tab.route("**/rpc/catalog_search", (route) => route.fulfill({ status: 422, json: rejection }));
  await tab.reload();
  await expect(tab.getByText("The App Store could not be searched")).toBeVisible();
  await expect(night).toBeVisible();
  await own.close();
});

test(
  "P1 S27 a visitor sees the first apps before the database engine has loaded, and searches them",
  long,
  async ({ browser }) => {
    const own = await openDevice(browser, { phone: true });
    const tab = await openPage(own);
    const release = await holdRequests(own, /\/assets\/(engine|sync)-[\w-]+\.js$/);
    await tab.goto(`${product.url}/apps?q=night`);
    const night = tab.getByRole("link", { name: "Night Map", exact: true });
    await expect(night).toBeVisible();
    await expect(tab.getByText("1 app", { exact: true })).toBeVisible();
    await tab.getByRole("searchbox", { name: "Search apps" }).fill("tool 0700");
    await expect(tab.getByRole("link", { name: "Tool 0700", exact: true })).toBeVisible();
    release();
    // Shown apps are stored once the engine has loaded.
    await readyForOffline(tab);
    const [tool] = await product.sql<{ id: string }[]>`select id from apps where title = 'Tool 0700'`;
    for (const id of [mapId, tool?.id ?? ""]) await cardOnDevice(tab, id);
    await visit(tab, `/apps/${mapId}`);
    await expect(tab.getByRole("heading", { name: "Night Map", level: 1 })).toBeVisible();
    await own.setOffline(true);
    await tab.goto(`${product.url}/apps?q=tool`);
    await expect(tab.getByRole("link", { name: "Tool 0700", exact: true })).toBeVisible();
    await own.setOffline(false);
    await own.close();
  },
);
