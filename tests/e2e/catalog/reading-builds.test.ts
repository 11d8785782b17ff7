// A worker checks a build, and ends with the check: when it is done, when the form is closed, and
// when it takes too long.
import { type ApiPerson, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { enter, openDevice, synced } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { repeatedText } from "../../fixtures/hostile-packages.ts";
import { androidApp } from "../../fixtures/packages.ts";

const app = crypto.randomUUID();
const soon = { timeout: 15_000 };
let product: Product;
let dana: ApiPerson;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct();
  dana = await signUpByApi(product, "Dana Developer", "developer");
  await dana.insert("apps", { id: app, developer_id: dana.id, title: "Night Map", platform: "android", type: "APK" });
});
test.afterAll(async () => product?.stop());

test(
  "B4 S20 V5 a worker checks a build, and ends when the form is closed or the time is over",
  long,
  async ({ browser }) => {
    const context = await openDevice(browser);
    const { page } = await enter(context, product, { email: dana.email, home: "/developer" });
    await page.goto(`${product.url}/developer/apps/${app}?tab=releases`);
    const dialog = page.getByRole("dialog");
    const workers = () => page.workers().filter((worker) => worker.url().includes("package-worker")).length;
    const choose = async (bytes: Uint8Array, name = "night.apk") =>
      dialog
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
    /** Makes workers hang: they receive no file and never respond. */
    const getStuck = () =>
      page.evaluate(() => {
        Worker.prototype.postMessage = () => undefined;
      });
    const unreadable = dialog.getByText("This file could not be read as an app");

    await page.getByRole("button", { name: "New release" }).click();
    const started = page.waitForEvent("worker");
    await choose(androidApp().bytes);
    expect((await started).url()).toContain("package-worker");
    await expect(dialog.getByText("app.night.map")).toBeVisible(soon);
    await expect.poll(workers, soon).toBe(0);
    await choose(repeatedText(), "night.ipa");
    await expect(unreadable).toBeVisible(soon);

    await getStuck();
    await choose(androidApp().bytes);
    await expect(dialog.getByText("Reading the file…")).toBeVisible(soon);
    await expect.poll(workers, soon).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(workers, soon).toBe(0);

    // Before the page starts: a timer of the real clock could not be cancelled.
    await page.clock.install();
    await page.reload();
    await getStuck();
    await page.getByRole("button", { name: "New release" }).click();
    await choose(androidApp().bytes);
    await expect(dialog.getByText("Reading the file…")).toBeVisible(soon);
    await page.clock.fastForward(20_000);
    await expect(unreadable).toBeVisible(soon);
    await expect.poll(workers, soon).toBe(0);
    await context.close();
  },
);

test(
  "B4 S20 R1 a new developer drops a build: app, icon, platform and version come from it, and both are published in one step, from offline on",
  long,
  async ({ browser }) => {
    const nora = await signUpByApi(product, "Nora New", "developer");
    const context = await openDevice(browser);
    const { page } = await enter(context, product, { email: nora.email, home: "/developer" });
    const icon = await page.screenshot({ clip: { x: 0, y: 0, width: 128, height: 128 } });
    await page.getByRole("link", { name: "Upload a build" }).click();
    const choose = (name: string, buffer: Buffer) =>
      page
        .locator('input[type="file"][aria-label="Build"]')
        .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.getByLabel(/^Description/).fill("A map that does not dazzle.");
    await readyForOffline(page);
    await context.setOffline(true);
    await choose("notes.txt", Buffer.from("no app"));
    await expect(page.getByText("This file is not an app.", { exact: false })).toBeVisible();
    await choose("night.apk", Buffer.from("no app either"));
    await expect(page.getByText("This file is not an Android app. Upload an APK.")).toBeVisible();
    await expect(page.getByLabel(/^Description/)).toHaveValue("A map that does not dazzle.");
    await choose("night.apk", Buffer.from(androidApp({ versionName: "1.0.0", icon }).bytes));
    await expect(page.getByLabel("App name")).toHaveValue("Night Map", soon);
    await expect(page.getByLabel("Version", { exact: true })).toHaveValue("1.0.0");
    await expect(page.getByLabel("Platform")).toHaveValue("android");
    await expect(page.getByRole("img", { name: "Icon" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Publish app and release" }).click();
    await expect(
      page.getByText("App and release are published as soon as the file", { exact: false }).first(),
    ).toBeVisible();
    await context.setOffline(false);
    await synced(page);
    await expect
      .poll(
        () =>
          product.sql`select a.status, r.status as release, a.version, a.icon_path <> '' as icon
          from apps a join releases r on r.app_id = a.id where a.developer_id = ${nora.id}`,
        { timeout: 60_000 },
      )
      .toEqual([{ status: "published", release: "published", version: "1.0.0", icon: true }]);
    await context.close();
  },
);
