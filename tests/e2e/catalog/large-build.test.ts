// Uploads a large build from the browser over a repeatedly interrupted connection: it arrives once,
// completely, without restarting, and without its page. UPLOAD_MB=500 sends the largest one.
import { createHash, randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiPerson, signUpByApi } from "../../fixtures/browser/api.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { enter, openDevice } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { type Line, openLine } from "../../fixtures/browser/throttled-proxy.ts";

const MB = 1024 * 1024;
const megabytes = Number(process.env.UPLOAD_MB ?? 40);
const folder = mkdtempSync(join(tmpdir(), "betaflock-large-build-"));
const path = join(folder, "night-map.exe");
const app = crypto.randomUUID();
let product: Product;
let line: Line;
let dana: ApiPerson;
let sha256: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct();
  line = await openLine(product.url);
  dana = await signUpByApi(product, "Dana Developer", "developer");
  await dana.insert("apps", { id: app, developer_id: dana.id, title: "Night Map", platform: "windows", type: "EXE" });
  const hash = createHash("sha256");
  const file = openSync(path, "w");
  for (let n = 0; n < megabytes; n += 1) {
    const part = randomBytes(MB);
    // The first bytes mark a Windows program.
    if (n === 0) {
      part.write("MZ", 0);
      part.writeUInt32LE(64, 0x3c);
      part.write("PE\0\0", 64);
    }
    hash.update(part);
    writeSync(file, part);
  }
  closeSync(file);
  sha256 = hash.digest("hex");
});
test.afterAll(async () => {
  await line?.stop();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  `B4 O1 S20 a build of ${megabytes} MB arrives completely from the browser over an interrupted connection`,
  long,
  async ({ browser }) => {
    test.setTimeout(180_000 + megabytes * 1_000);
    const context = await openDevice(browser);
    const { page } = await enter(context, line, { email: dana.email, home: "/developer" });
    const read = await holdRequests(page, "**/assets/read-package-*.js");
    await page.goto(`${line.url}/developer/apps/${app}?tab=releases`);
    await page.getByRole("button", { name: "New release" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Version").fill("1.0");
    await dialog.locator('input[type="file"]').setInputFiles(path);
    // Saved during the check, the release would lack the file.
    const save = dialog.getByRole("button", { name: "Save release" });
    await expect(save).toBeDisabled();
    read();
    line.upSpeed = 30 * MB;
    const before = line.sent;
    const fifth = (megabytes * MB) / 5;
    line.cutAt = before + fifth;
    await save.click();
    await expect(dialog).toBeHidden({ timeout: 60_000 + megabytes * 200 });
    const stored = async () => {
      const [object] = await product.sql<{ size: string }[]>`
      select metadata ->> 'size' as size from storage.objects where name = ${`${dana.id}/${sha256}`}`;
      return object ? Number(object.size) : null;
    };
    // Cuts after each fifth.
    const cuts = 4;
    for (let part = 1; part <= cuts; part += 1) {
      await expect.poll(() => line.isCut, { timeout: 60_000 + megabytes * 300 }).toBe(true);
      await expect(page.getByTestId("sync-badge")).toBeVisible();
      if (part < cuts) line.cutAt = before + (part + 1) * fifth;
      line.restore();
    }
    await expect.poll(stored, { timeout: 60_000 + megabytes * 500 }).toBe(megabytes * MB);
    // The client resends only bytes in flight at a cut.
    expect(line.sent - before).toBeLessThan((megabytes + cuts * 8 + 8) * MB);
    await expect
      .poll(async () => (await product.sql`select sha256, size_bytes from releases where app_id = ${app}`)[0])
      .toMatchObject({ sha256 });
    await context.close();
  },
);
