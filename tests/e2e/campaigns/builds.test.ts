// Successive builds: testers are notified, read the changes offline, and report on their build; the
// developer sees and filters builds, marks fixes, and reverts a bad build.
import { createHash, randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { shortCode } from "../../../sync/schema/short-codes.ts";
import { inDays, insertCampaign, publishRead } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { androidApp } from "../../fixtures/packages.ts";

test.describe.configure({ mode: "serial" });

const { product, dana, tess } = setUpDeveloperAndTester();
const nora = setUpPerson(product, "Nora New", "developer");
let phone: { context: BrowserContext; page: Page };
let desk: { context: BrowserContext; page: Page };
const [appId, campaignId] = [randomUUID(), randomUUID()];
const builds = new Map<string, string>();

async function publish(version: string, versionCode: number): Promise<void> {
  const { bytes } = androidApp({ versionName: version, versionCode });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [id, file_path] = [randomUUID(), `${dana.id}/${sha256}`];
  await dana.upload("releases", file_path, new Uint8Array(bytes), "application/octet-stream");
  await dana.insert("releases", {
    ...{ id, app_id: appId, developer_id: dana.id, version, notes: `What ${version} brings.`, status: "draft" },
    ...{ file_name: `map-${version}.apk`, file_path, sha256, size_bytes: bytes.length },
  });
  await publishRead(dana, id);
  builds.set(version, id);
}
const handOut = (version: string) => dana.patch("briefs", campaignId, { release_id: builds.get(version) });
const opened = () =>
  product.sql`select release_id from applications where campaign_id = ${campaignId} and release_id is not null`;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const app = { developer_id: dana.id, description: "Maps for the night.", platform: "android", type: "APK" };
  await dana.insert("apps", { ...app, id: appId, title: "Night Map" });
  await publish("1.3", 13);
  await insertCampaign(dana, { id: campaignId, title: "Night map for hikers", app_id: appId, auto_select: true });
  await dana.insert("briefs", { id: campaignId, developer_id: dana.id, release_id: builds.get("1.3") });
  await tess.insert("applications", {
    ...{ id: applicationId(campaignId, tess.id), campaign_id: campaignId, tester_id: tess.id },
  });
  [phone, desk] = await Promise.all([
    enter(await openDevice(browser, { phone: true }), product, { email: tess.email, home: "/tester" }),
    enter(await openDevice(browser), product, { email: dana.email, home: "/developer" }),
  ]);
});

test("B5 S10 S29 a new build is announced and its changes are readable offline; the report names the downloaded build", async () => {
  const { page, context } = phone;
  await visit(page, `/tester/tests/${campaignId}`);
  await page.getByRole("button", { name: "Keep offline" }).click();
  await expect(page.getByText("On this device and verified", { exact: false })).toBeVisible();
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save file" }).click()]);
  await expect.poll(opened).toEqual([{ release_id: builds.get("1.3") }]);

  await publish("1.4", 14);
  // On another page, because visiting its own page would mark the notification as read.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await handOut("1.4");
  await product.sql`call private.run_scheduled_jobs()`;
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Notifications, \d unread$/ })
    .click();
  await page.getByRole("link", { name: /1\.4 is here/ }).click();
  await expect(page.getByRole("main").getByText("1.4 is here")).toBeVisible();
  await expect(page.getByText("You have 1.3.", { exact: false })).toBeVisible();
  await synced(page);
  await context.setOffline(true);
  await expect(page.getByText("What 1.4 brings.")).toBeVisible();
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Write a report" }).first().click();
  const build = page.getByRole("combobox", { name: /^Build/ });
  await expect(build).toHaveValue(builds.get("1.3") ?? "");
  await expect(build.locator("option")).toHaveText(["I do not know", "1.4", "1.3"]);
  await page.locator("label", { hasText: "4 stars" }).click();
  await page.getByLabel("What went wrong?").fill("The legend covers the map");
  await page.getByLabel("What happened, and what did you expect?").fill("It stays open after a tap on the map.");
  await page.getByRole("button", { name: "Review and send" }).click();
  await expect(page.getByRole("dialog").getByText("Version 1.3")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await context.setOffline(false);
  await synced(page);
  expect(await product.sql`select release_id, status from feedback`).toEqual([
    { release_id: builds.get("1.3"), status: "submitted" },
  ]);
});

test("B5 S18 S19 S20 S22 the developer sees each tester's build, filters by it, marks fixes, and the tester is notified", async () => {
  const { page } = desk;
  await visit(page, `/developer/apps/${appId}?tab=releases`);
  const card = page.getByLabel("Version 1.3", { exact: true });
  await expect(card.getByText("Testers who opened it")).toBeVisible();
  await expect(card.getByText("A download does not mean that it was installed.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await visit(page, `/developer/campaigns/${campaignId}?tab=feedback`);
  await expect(page.getByRole("article").getByText("Version 1.3")).toBeVisible();
  await visit(page, `/developer/campaigns/${campaignId}?tab=feedback&build=${builds.get("1.4")}`);
  await expect(page.getByText("The legend covers the map")).toHaveCount(0);
  await visit(page, `/developer/campaigns/${campaignId}?tab=analytics&build=${builds.get("1.3")}`);
  await expect(page.getByRole("combobox", { name: "Build" })).toHaveValue(builds.get("1.3") ?? "");
  await tess.insert("feedback", {
    ...{ id: randomUUID(), campaign_id: campaignId, application_id: applicationId(campaignId, tess.id) },
    ...{ tester_id: tess.id, type: "feature", rating: 5, summary: "A darker night mode", details: "For camping." },
    ...{ status: "submitted", release_id: builds.get("1.4") },
  });
  await page.getByRole("combobox", { name: "Compare with" }).selectOption("1.4");
  const compared = page.getByRole("table", { name: "Builds compared" });
  await expect(compared.getByRole("columnheader")).toHaveText(["Figure", "1.3", "1.4"]);
  await expect(compared.getByRole("row", { name: /^Feature Suggestion/ }).getByRole("cell")).toHaveText(["0", "1"]);
  await expect(compared.getByRole("row", { name: /^Bug Report/ }).getByRole("cell")).toHaveText(["1", "0"]);
  await test.step("S19 a day typed key by key is a limit once its year is complete", async () => {
    const from = page.getByLabel("From", { exact: true });
    await from.pressSequentially("01152020");
    await expect(page).toHaveURL(/from=2020-01-15/);
    await from.blur();
    await from.pressSequentially("11012021");
    await expect(page).toHaveURL(/from=2021-11-01/);
    await expect(compared.getByRole("row", { name: /^Bug Report/ }).getByRole("cell")).toHaveText(["1", "0"]);
  });

  await test.step("R9 in forced colors the steps of testers have bars, and one tab is marked", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    await expect(page.getByRole("row", { name: /^Reported/ }).locator("td > [aria-hidden]")).toHaveCSS(
      "border-top-width",
      "1px",
    );
    const lines = () =>
      page.getByRole("tab").evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    const [overview, ...others] = await lines();
    expect(others.filter((line) => line !== overview)).toHaveLength(1);
    await page.emulateMedia({ forcedColors: "none" });
  });

  const [report] = await product.sql`select id from feedback where release_id = ${builds.get("1.3") ?? ""}`;
  await dana.patch("feedback", String(report?.id), { status: "approved", usefulness: 4 });
  await dana.patch("feedback", String(report?.id), { known: true });
  await visit(page, `/developer/campaigns/${campaignId}?tab=feedback&status=all`);
  await page
    .getByRole("button", { name: /The legend covers the map/ })
    .first()
    .click();
  await page.getByRole("combobox", { name: "Fixed in" }).selectOption("1.4");
  await expect
    .poll(() => product.sql`select fixed_release_id from feedback where known`)
    .toEqual([{ fixed_release_id: builds.get("1.4") }]);
  await product.sql`call private.run_scheduled_jobs()`;
  await visit(phone.page, `/tester/tests/${campaignId}`);
  await expect(phone.page.getByText("Fixed in 1.4", { exact: true })).toBeVisible();
  await visit(phone.page, "/notifications");
  await expect(phone.page.getByText("Fixed in 1.4. Please check.")).toBeVisible();
});

test("B5 S20 a bad build is withdrawn, and one press offers the previous one again", async () => {
  const { page } = desk;
  await dana.patch("releases", builds.get("1.4") ?? "", { status: "withdrawn" });
  await visit(page, `/developer/campaigns/${campaignId}`);
  await page.getByRole("button", { name: "Back to 1.3" }).click();
  await expect(page.getByText("The build of this campaign was withdrawn")).toBeHidden();
  await expect.poll(() => product.sql`select release_id from briefs`).toEqual([{ release_id: builds.get("1.3") }]);
  await visit(phone.page, `/tester/tests/${campaignId}`);
  await expect(phone.page.getByText("Version 1.3").first()).toBeVisible();
  await expect(phone.page.getByText("1.4 is here")).toBeHidden();
});

test("S16 S20 a new app leads to its first campaign, where it is selected", async ({ browser }) => {
  const id = randomUUID();
  const app = { developer_id: nora.id, description: "Maps for the day.", platform: "ios", type: "IPA" };
  await nora.insert("apps", { ...app, id, title: "Day Map" });
  await nora.insert("releases", { id: randomUUID(), app_id: id, developer_id: nora.id, version: "1.0" });
  const { page, context } = await enter(await openDevice(browser), product, { email: nora.email, home: "/developer" });
  const chosen = page.getByRole("combobox", { name: /^App/ });
  await visit(page, "/developer/campaigns/create");
  await expect(chosen).toHaveValue(id);
  await expect(page.getByRole("combobox", { name: /^Build/ })).toHaveValue("newest");
  await nora.insert("apps", { ...app, id: randomUUID(), title: "Sea Map" });
  await visit(page, `/developer/apps/${id}`);
  await page.getByRole("link", { name: "Create a campaign" }).click();
  await expect(chosen).toHaveValue(id);
  await page.getByRole("tab", { name: "Details" }).click();
  await expect(page.getByLabel("Platform", { exact: true })).toHaveValue("ios");
  await context.close();
});

test(
  "B5 S16 a campaign takes the platform of its app, and its testers get each newly published build",
  long,
  async () => {
    const { page } = desk;
    const next = page.getByRole("button", { name: "Next Step" });
    await visit(page, "/developer/campaigns/create");
    await page.getByRole("combobox", { name: /^App/ }).selectOption("Night Map");
    const build = page.getByRole("combobox", { name: /^Build/ });
    await expect(build).toHaveValue("newest");
    await expect(build).toHaveAccessibleDescription(/^Now 1\.3\./);
    await page.getByLabel("Title").fill("Night map, each build");
    await page.getByLabel("Description").fill("Each build goes to the testers as soon as it is published.");
    await next.click();
    const platform = page.getByLabel("Platform", { exact: true });
    await expect(platform).toHaveValue("android");
    await expect(platform.locator("option")).toHaveText(["Android"]);
    await expect(platform).toHaveAccessibleDescription("From the app of this campaign.");
    await page.getByLabel("Start date").fill(inDays(0));
    await page.getByLabel("End date").fill(inDays(20));
    await next.click();
    await next.click();
    await page.getByRole("button", { name: "Create Campaign" }).click();
    await page.getByRole("button", { name: "Publish now" }).click();
    await expect(page.getByText("Campaign published")).toBeVisible();
    await page.getByRole("link", { name: "Night map, each build" }).click();
    const shown = page.getByRole("region", { name: "App and build" });
    await expect(shown.getByText("Version 1.3")).toBeVisible();
    await synced(page);
    await publish("1.5", 15);
    await expect(shown.getByText("Version 1.5")).toBeVisible();
    const [made] = await product.sql`select id from campaigns where title = 'Night map, each build'`;
    await expect(shown.getByText(`${product.url}/tests/${shortCode(String(made?.id))}`)).toBeVisible();
    expect(await findings(page)).toEqual([]);
  },
);
