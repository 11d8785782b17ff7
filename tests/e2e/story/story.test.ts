// The whole product in one story: two users, two devices, a server that restarts, real offline
// periods; finally the rows in PostgreSQL are counted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright/test";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { openBrowser, openPage, publishWithoutBuild, register, synced } from "../../fixtures/browser/people.ts";
import { type ProductProcess, startProductProcess } from "../../fixtures/browser/product.ts";
import { expect, test } from "../../fixtures/browser/test.ts";

// Enables animations, as most users have them.
test.use({ contextOptions: {} });

let product: ProductProcess;
let disk: string;
const open: BrowserContext[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  disk = mkdtempSync(join(tmpdir(), "betaflock-disk-"));
  product = await startProductProcess();
});
test.afterAll(async () => {
  await Promise.all(open.map((c) => c.close()));
  await product.stop();
  rmSync(disk, { recursive: true, force: true });
});

async function device(name: string, phone: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openBrowser(join(disk, name), { phone });
  open.push(context);
  return { context, page: await openPage(context) };
}

/** Pictures of a report that have loaded. */
const photosOf = (page: Page) => page.getByRole("list", { name: "Attachments" }).first().locator("img");

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

/** Expires the access token, as after a night offline. */
const expireToken = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("betaflock-auth") ?? "{}") as Record<string, unknown>;
    localStorage.setItem("betaflock-auth", JSON.stringify({ ...session, access_token: "spent", expires_at: 1 }));
  });

test("O1 O4 S12 a report written offline becomes a reward, once", async () => {
  test.setTimeout(420_000);
  const title = "Trail map at night";
  let { context: desktop, page: dev } = await device("desktop", false);
  let { context: phone, page: tester } = await device("phone", true);

  await register(dev, product.url, { name: "Dana Developer", email: "dana@example.test", role: "developer" });

  await test.step("S16 the developer creates a campaign in the four-tab form, and publishes it", async () => {
    await dev.goto(`${product.url}/developer/campaigns/create`);
    await dev.getByLabel("Title").fill("Map");
    await dev.getByRole("button", { name: "Next Step" }).click();
    await expect(dev.getByText("Title must be at least 5 characters.")).toBeVisible();
    await expect(dev.getByText("Description must be at least 20 characters.")).toBeVisible();
    await dev.getByLabel("Title").fill(title);
    await dev.getByLabel("Description").fill("Can the map be read in the dark without waking the whole tent?");
    await dev.reload();
    await expect(dev.getByLabel("Title")).toHaveValue(title);
    await dev.getByRole("button", { name: "Next Step" }).click();
    await expect(dev.getByLabel("Number of testers")).toHaveValue("25");
    await dev.getByRole("button", { name: "Next Step" }).click();
    await expect(dev.getByText("Required").first()).toBeVisible();
    await dev.getByLabel("Start date").fill(inDays(0));
    await dev.getByLabel("End date").fill(inDays(30));
    await dev.getByRole("button", { name: "Next Step" }).click();
    await expect(dev.getByLabel(/Reward amount/)).toHaveValue(/15/);
    await dev.getByRole("button", { name: "Next Step" }).click();
    await dev.getByRole("textbox", { name: /^Requirements/ }).fill("A phone\nA dark room");
    await dev
      .getByRole("textbox", { name: /^Instructions/ })
      .fill("Open the map at night and look for what dazzles you.");
    await dev.getByRole("button", { name: "Create Campaign" }).click();
    await expect(dev.getByText("Campaign created!").first()).toBeVisible();
    await dev.waitForURL(/\/developer\/campaigns(\?.*)?$/);
    await publishWithoutBuild(dev, dev.getByRole("button", { name: "Publish", exact: true }));
    await expect(dev.getByText("Active", { exact: true }).first()).toBeVisible();
    await synced(dev);
  });

  await register(tester, product.url, { name: "Tess Tester", email: "tess@example.test", role: "tester" });

  await test.step("S9 the tester finds it, applies, and is accepted", async () => {
    await tester.goto(`${product.url}/tester/tests`);
    await tester.getByRole("searchbox").fill("TRAIL map");
    await tester.getByRole("link", { name: title }).click();
    await tester.getByRole("button", { name: "Apply Now" }).click();
    await tester.getByLabel("Message to the developer").fill("I camp every weekend.");
    await tester.getByRole("button", { name: "Send application" }).click();
    await expect(tester.getByText("Open the map at night and look for what dazzles you.")).toBeVisible();
    await synced(tester);
  });

  await test.step("the network goes, and the server dies", async () => {
    await readyForOffline(tester);
    await readyForOffline(dev);
    await product.kill();
    await phone.setOffline(true);
  });

  const photos = await Promise.all(
    [0, 1].map((y) => dev.screenshot({ clip: { x: 0, y: y * 200, width: 600, height: 400 } })),
  );
  await test.step("S10 S11 the tester writes a report with two photos, offline", async () => {
    await tester
      .getByRole("button", { name: "Write a report" })
      .or(tester.getByRole("link", { name: "Write a report" }))
      .first()
      .click();
    await expect(tester).toHaveURL(/\/report\//);
    await tester.locator("label", { hasText: "4 stars" }).click();
    await tester.getByLabel("What went wrong?").fill("The map dazzles in night mode");
    await tester
      .getByLabel("What happened, and what did you expect?")
      .fill("A white flash for half a second each time the map moves.");
    await tester.getByLabel(/^Steps to reproduce/).fill("1. Turn on night mode\n2. Move the map");
    await tester
      .locator('input[type="file"]')
      .last()
      .setInputFiles(photos.map((buffer, i) => ({ name: `flash-${i + 1}.png`, mimeType: "image/png", buffer })));
    await expect(photosOf(tester)).toHaveCount(2);
    await expect(tester.getByText(/Saved on this device/)).toBeVisible();
  });

  await test.step("R9 the app is closed, and reopens offline with an expired token", async () => {
    const report = tester.url();
    await expireToken(tester);
    await phone.close();
    ({ context: phone, page: tester } = await device("phone", true));
    await phone.setOffline(true);
    await tester.goto(`${product.url}/tester/feedback`);
    await tester
      .getByRole("link", { name: /The map dazzles in night mode/ })
      .first()
      .click();
    await expect(tester).toHaveURL(report);
    await expect(tester.getByLabel(/^Steps to reproduce/)).toHaveValue(/Turn on night mode/);
    await expect(photosOf(tester)).toHaveCount(2);
  });

  await test.step("the tester hands it in, still offline", async () => {
    await tester.getByRole("button", { name: "Review and send" }).click();
    await tester.getByRole("button", { name: "Send report" }).click();
    await expect(tester.getByText("It will be sent when you are online.")).toBeVisible();
    await expect(tester.getByRole("button", { name: /^Sync: Offline, 3 changes waiting/ })).toBeVisible();
    expect(await product.sql`select id from feedback where status <> 'draft'`).toHaveLength(0);
  });

  await test.step("the network comes back: report and photos arrive once", async () => {
    await product.start();
    await phone.setOffline(false);
    await synced(tester);
    expect(await product.sql`select status, rating, jsonb_array_length(uploaded) as photos from feedback`).toEqual([
      { status: "submitted", rating: 4, photos: 2 },
    ]);
  });

  await test.step("S18 the developer receives it, goes offline, reads and approves it", async () => {
    await dev.goto(`${product.url}/developer`);
    await expect(dev.getByText("The map dazzles in night mode").first()).toBeVisible();
    await dev
      .getByRole("link", { name: /The map dazzles in night mode/ })
      .first()
      .click();
    await expect(photosOf(dev)).toHaveCount(2);
    await product.kill();
    await desktop.setOffline(true);
    await desktop.close();
    ({ context: desktop, page: dev } = await device("desktop", false));
    await desktop.setOffline(true);
    await dev.goto(`${product.url}/developer`);
    await dev
      .getByRole("link", { name: /The map dazzles in night mode/ })
      .first()
      .click();
    await expect(dev.getByText("A white flash for half a second each time the map moves.")).toBeVisible();
    await expect(photosOf(dev)).toHaveCount(2);
    await dev.getByRole("button", { name: "Open flash-1.png" }).click();
    const viewer = dev.getByRole("dialog");
    await expect(viewer.getByText("1 of 2")).toBeVisible();
    const widthOf = () => viewer.getByRole("img").evaluate((img: HTMLImageElement) => img.width);
    await expect.poll(widthOf).toBeGreaterThan(0);
    await viewer.getByRole("button", { name: "Full size" }).click();
    await expect.poll(widthOf).toBe(600);
    await viewer.getByRole("button", { name: "Next" }).click();
    await expect(viewer.getByText("2 of 2")).toBeVisible();
    await viewer.getByRole("button", { name: "Close" }).click();
    await expect(viewer).toHaveCount(0);
    await dev.getByRole("button", { name: /^Approve/ }).click();
    await dev.getByRole("dialog").locator("label", { hasText: "4 stars" }).click();
    await dev.getByRole("button", { name: "Approve report" }).click();
    // The Undo period has ended when the change waits for the network.
    await expect(dev.getByRole("button", { name: /^Sync: Offline, 1 change waiting/ })).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step("S12 the network returns: one reward, shown to both, and karma", async () => {
    await product.start();
    await desktop.setOffline(false);
    await synced(dev);
    await tester.goto(`${product.url}/tester/rewards`);
    await expect(tester.getByText("$15.00").first()).toBeVisible();
    await expect(tester.getByText(title).first()).toBeVisible();
    await tester.goto(`${product.url}/tester`);
    // 10 for the approval and 2 for each of 4 points of usefulness.
    await expect(tester.getByText("18", { exact: true }).first()).toBeVisible();
    await expect(dev.getByText("Approved").first()).toBeVisible();
  });

  const [counts] = await product.sql`
    select (select count(*)::int from applications) as applications,
           (select count(*)::int from feedback) as reports,
           (select count(*)::int from storage.objects where bucket_id = 'attachments') as objects,
           (select count(*)::int from rewards) as rewards,
           (select count(*)::int from sync_rejections) as rejections,
           (select karma from profiles where name = 'Tess Tester') as karma`;
  expect(counts).toEqual({ applications: 1, reports: 1, objects: 2, rewards: 1, rejections: 0, karma: 18 });
});
