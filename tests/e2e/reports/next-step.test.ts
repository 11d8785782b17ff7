// After each step of a test, a small phone shows the next one without scrolling.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { enter, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { unreadBuild } from "../../fixtures/packages.ts";
import { stepsOf, taskOf } from "../../unit/tasks/cases.ts";

test.describe.configure({ mode: "serial" });

const { product, dana, tess } = setUpDeveloperAndTester();
const [app, release, id] = [randomUUID(), randomUUID(), randomUUID()];
const script = taskOf({
  ...{ id: "t1", title: "Open the night map", steps: stepsOf("a"), required_since: "2026-01-01T00:00:00.000Z" },
});
let context: BrowserContext;
let page: Page;
const main = () => page.getByRole("main");
const navigation = () => page.getByRole("navigation", { name: "Main" });

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
  const pays = { reward_model: "downloading", reward_amount_cents: 800 };
  await insertCampaign(dana, { id, app_id: app, title: "Night map", auto_select: true, ...pays });
  await dana.insert("briefs", { id, developer_id: dana.id, release_id: release, tasks: [script] });
  const phone = await openDevice(browser, { phone: true });
  ({ context, page } = await enter(phone, product, { email: tess.email, home: "/tester" }));
  await synced(page);
  await resize(page, { width: 375, height: 667 });
});
test.afterAll(() => context?.close());

test(
  "S8 S9 after acceptance no message covers the first step, and the tasks follow the installation",
  long,
  async () => {
    await page.goto(`${product.url}/tester/tests/${id}`);
    await main().getByRole("button", { name: "Apply Now" }).click();
    await page.getByRole("button", { name: "Send application" }).click();
    await expect(main().getByRole("heading", { name: "You're in" })).toBeVisible();
    await expect(page.getByText("Application sent")).toHaveCount(0);
    await product.sql`update applications set downloaded_at = now(), release_id = ${release}
    where id = ${applicationId(id, tess.id)}`;
    await main().getByRole("button", { name: "I've installed it" }).click();
    const start = main().getByRole("link", { name: "Start: Open the night map" });
    await expect(start).toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(start).toBeFocused();
    await start.click();
    await main().getByRole("button", { name: "Pass" }).click();
    await main().getByRole("link", { name: "Back to the test to submit" }).click();
    await expect(main().getByRole("button", { name: "Submit results" })).toBeInViewport();
  },
);

test("S10 S11 a sent report and a left test show their state at the top", long, async () => {
  await main().getByRole("button", { name: "Write a report" }).click();
  await page.getByLabel("What went wrong?").fill("The road is white");
  await page.getByLabel("What happened, and what did you expect?").fill("It dazzles at night.");
  await page.locator("label", { hasText: /^4/ }).first().click();
  await page.getByRole("button", { name: "Review and send" }).click();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(main().getByRole("heading", { level: 1, name: "The road is white" })).toBeInViewport();
  await synced(page);
  await product.sql`
    insert into rewards (id, tester_id, org_id, developer_id, campaign_id, feedback_id, model, amount_cents, currency)
    select gen_random_uuid(), f.tester_id, c.org_id, c.developer_id, c.id, f.id, 'downloading', 800, 'USD'
    from feedback f join campaigns c on c.id = f.campaign_id where c.id = ${id}`;
  await page.goto(`${product.url}/tester/tests/${id}`);
  await main().getByRole("button", { name: "Leave this test" }).click();
  await page.getByRole("button", { name: "Leave test" }).click();
  await expect(main().getByText("You left this test.")).toBeVisible();
  await expect(main().getByRole("heading", { level: 1, name: "Night map" })).toBeInViewport();
  await expect(main().getByRole("link", { name: "The road is white" })).toBeVisible();
  await expect(main().getByRole("link", { name: "View my rewards" })).toBeVisible();
});

test("S12 unsaved input hides the navigation only while its bar is in view", long, async () => {
  await page.goto(`${product.url}/tester/profile`);
  await page.getByLabel(/^Bio/).fill("I hike at night");
  const save = main().getByRole("button", { name: "Save Changes" });
  await expect(save).toBeInViewport();
  await expect(navigation()).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(save).not.toBeInViewport();
  await expect(navigation()).toBeVisible();
  await page.getByLabel(/^Bio/).scrollIntoViewIfNeeded();
  await expect(save).toBeInViewport();
  await expect(navigation()).toBeHidden();
});
