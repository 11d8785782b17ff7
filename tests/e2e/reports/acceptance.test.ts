// From acceptance to leaving: the first steps, the earned reward, and what stays afterwards.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { unreadBuild } from "../../fixtures/packages.ts";

test.describe.configure({ mode: "serial" });

const { product, dana, tess } = setUpDeveloperAndTester();
const [app, release, openTest, waiting] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const summary = "The map dazzles in night mode";
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const bytes = unreadBuild(20_000);
  await dana.insert("apps", { id: app, developer_id: dana.id, title: "Night Map", platform: "android", type: "APK" });
  await dana.upload("releases", `${dana.id}/night`, bytes, "application/octet-stream");
  await dana.insert("releases", {
    ...{ id: release, app_id: app, developer_id: dana.id, version: "2.0", status: "draft" },
    ...{ file_name: "night.apk", file_path: `${dana.id}/night`, content_type: "application/octet-stream" },
    ...{ size_bytes: bytes.length, sha256: "ab".repeat(32) },
  });
  await insertCampaign(dana, { id: openTest, app_id: app, title: "Night map", max_testers: 5, auto_select: true });
  await dana.insert("briefs", { id: openTest, developer_id: dana.id, instructions: "At night.", release_id: release });
  await insertCampaign(dana, { id: waiting, title: "Trail food", max_testers: 3, auto_select: false });
  for (const id of [openTest, waiting])
    await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
  ({ context, page } = await enter(await openDevice(browser, { phone: true }), product, {
    email: tess.email,
    home: "/tester",
  }));
  await synced(page);
});
test.afterAll(() => context?.close());

const main = () => page.getByRole("main");
const at = (id: string) => page.goto(`${product.url}/tester/tests/${id}`);
const primary = () => main().locator(".bg-accent:is(a, button)").filter({ visible: true });

test(
  "S8 S9 O1 spots are live on the page of a test that one applied to, and about right without a network",
  long,
  async () => {
    await at(waiting);
    await expect(main().getByText("0 of 3 testers joined")).toBeVisible();
    // The row on this device keeps its old number.
    await product.sql`update private.campaign_counts set testers_joined = 2 where campaign_id = ${waiting}`;
    await page.reload();
    await expect(main().getByText("2 of 3 testers joined")).toBeVisible();
    await expect(main().getByText("1 spot remaining", { exact: true })).toBeVisible();
    await context.setOffline(true);
    await expect(main().getByText(/^About \d spots? remaining$/)).toBeVisible();
    await expect(main().getByText(/^about \d of 3 testers joined$/)).toBeVisible();
    await context.setOffline(false);
    await page.goto(`${product.url}/tester/tests`);
    const card = main().getByRole("listitem").filter({ hasText: "Night map" });
    await expect(card.getByRole("link", { name: "Continue Testing" })).toBeVisible();
    await expect(card.getByText(/spots? remaining/)).toHaveCount(0);
  },
);

test("S9 S10 an accepted tester installs, tries and reports, with one primary action at a time", async () => {
  await at(openTest);
  await expect(main().getByRole("heading", { name: "You're in" })).toBeVisible();
  await expect(main().getByText(/spots? remaining/)).toHaveCount(0);
  await expect(main().getByText("SHA-256")).toBeHidden();
  await main().getByText("Details", { exact: true }).click();
  await expect(main().getByText("SHA-256")).toBeVisible();
  await expect(primary()).toHaveCount(1);
  expect(await findings(page)).toEqual([]);
  await fitsPhone(page);
  const build = main().getByText("Version 2.0");
  const place = (await build.boundingBox())?.y;
  await product.sql`update applications set downloaded_at = now(), release_id = ${release}
    where id = ${applicationId(openTest, tess.id)}`;
  const installed = main().getByRole("button", { name: "I've installed it" });
  await expect(installed).toBeVisible();
  await expect(
    main()
      .getByText(/^Downloaded /)
      .last(),
  ).toBeVisible();
  await expect(primary()).toHaveText(["I've installed it"]);
  expect((await build.boundingBox())?.y).toBe(place);
  await installed.click();
  await expect(main().getByRole("heading", { name: "You're in" })).toBeHidden();
  await expect(primary()).toHaveText(["Write a report"]);
  await page.reload();
  await expect(primary()).toHaveText(["Write a report"]);
});

test("S9 S10 without a file to install, an accepted tester opens the app first", long, async () => {
  const [web, told] = [randomUUID(), randomUUID()];
  await insertCampaign(dana, { id: web, title: "Web map" });
  await dana.insert("briefs", { id: web, developer_id: dana.id, build_url: "https://beta.example.test/map" });
  await insertCampaign(dana, { id: told, title: "Map by mail" });
  await dana.insert("briefs", { id: told, developer_id: dana.id, instructions: "We mail it to you." });
  for (const id of [web, told])
    await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
  for (const [id, first] of [
    [web, /^Open/],
    [told, /^I have it open$/],
  ] as const) {
    await at(id);
    await expect(main().getByRole("heading", { name: "You're in" })).toBeVisible();
    await expect(main().getByText("Open the app", { exact: true })).toBeVisible();
    await expect(primary()).toHaveText([first]);
    expect(await findings(page)).toEqual([]);
    await fitsPhone(page);
  }
  await primary().click();
  await expect(main().getByRole("heading", { name: "You're in" })).toBeHidden();
  await expect(primary()).toHaveText(["Write a report"]);
});

test(
  "S12 S9 after its only reward a test promises no other, and leaving keeps report and reward in reach",
  long,
  async () => {
    const application_id = applicationId(openTest, tess.id);
    await at(openTest);
    const report = randomUUID();
    await tess.insert("feedback", {
      ...{ id: report, campaign_id: openTest, application_id, tester_id: tess.id, type: "bug", rating: 2, summary },
      ...{ details: "A white flash.", steps: "Open it.", status: "submitted", captured_at: new Date().toISOString() },
    });
    await dana.patch("feedback", report, { status: "approved", usefulness: 5 });
    await expect(main().getByText("$20.00 earned")).toBeVisible();
    await expect(main().getByText("More reports bring karma.")).toBeVisible();
    await expect(main().getByText("for your first approved report")).toHaveCount(0);
    await main().getByRole("button", { name: "Leave this test" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave test" }).click();
    await expect(main().getByText("You left this test.", { exact: false })).toBeVisible();
    await expect(main().getByText("$20.00 earned")).toBeVisible();
    await expect(main().getByText("More reports bring karma.")).toHaveCount(0);
    await expect(main().getByRole("link", { name: "View my rewards" })).toHaveAttribute("href", "/tester/rewards");
    await expect(main().getByRole("link", { name: summary })).toBeVisible();
  },
);

test("S8 S9 an ended test shows neither days left, nor spots, nor the device that it fits", async () => {
  await product.sql`update profiles set devices = ${product.sql.json([{ id: randomUUID(), name: "Pixel 8", platform: "android", os: "Android 16" }])}
    where id = ${tess.id}`;
  await at(waiting);
  await expect(main().getByText("Fits your Pixel 8")).toBeVisible();
  await expect(main().getByText("20 days left")).toBeVisible();
  await dana.patch("campaigns", waiting, { status: "completed" });
  await expect(main().getByText("Fits your Pixel 8")).toBeHidden();
  await expect(main().getByText(/days left|spots? remaining/)).toHaveCount(0);
  await expect(main().getByText("Ended", { exact: true })).toBeVisible();
});
