// A worker checks a build, and ends with the check: when it is done, when the form is closed, and
// when it takes too long.
import { type ApiPerson, signUpByApi } from "../../fixtures/browser/api.ts";
import { enter, openDevice } from "../../fixtures/browser/people.ts";
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

    await page.reload();
    await getStuck();
    await page.getByRole("button", { name: "New release" }).click();
    await page.clock.install();
    await choose(androidApp().bytes);
    await expect(dialog.getByText("Reading the file…")).toBeVisible(soon);
    await page.clock.fastForward(20_000);
    await expect(unreadable).toBeVisible(soon);
    await expect.poll(workers, soon).toBe(0);
    await context.close();
  },
);
