// File Storage: a developer on a desktop and a phone with an interrupted connection, then an admin.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright/test";
import { signUpByApi } from "../../fixtures/browser/api.ts";
import { enter, openDevice, openPage, signIn } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpPerson, setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { type Line, openLine } from "../../fixtures/browser/throttled-proxy.ts";

test.describe.configure({ mode: "serial" });

const product = setUpProduct();
const dana = setUpPerson(product, "Dana Developer", "developer");
let line: Line;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  line = await openLine(product.url);
  ({ context, page } = await enter(await openDevice(browser), line, { email: dana.email, home: "/developer" }));
});
test.afterAll(async () => {
  await context?.close();
  await line?.stop();
});

const at = (path: string) => visit(page, path);
const file = (name: string, text: string | Buffer) => ({
  ...{ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) },
});
const choose = (...files: ReturnType<typeof file>[]) => page.locator('input[type="file"]').setInputFiles(files);
const send = () => page.getByRole("button", { name: "Upload", exact: true }).click();
const sent = (name: string) => page.getByRole("progressbar", { name: `Upload of ${name}` });
const entry = (name: string) => page.getByRole("rowheader").getByRole("button", { name });
const tab = (name: string) => page.getByRole("tab", { name }).click();
const rows = () =>
  product.sql`select file_name, size_bytes::int as size from public.files where not _deleted order by file_name`;

test(
  "V3 S22 C10 K1 files are chosen and dropped, uploaded with progress, and rejected with the reason",
  long,
  async () => {
    await page.getByRole("complementary").getByRole("link", { name: "File Storage" }).click();
    await expect(page.getByRole("heading", { name: "File Storage", level: 1 })).toBeVisible();
    await expect(page.getByText("No files yet")).toBeVisible();
    await tab("Upload Files");
    await send();
    await expect(page.getByText("No file selected", { exact: true })).toBeVisible();
    await expect(page.getByText("Please select a file to upload", { exact: true })).toBeVisible();
    await page.getByLabel(/^Folder/).fill("../secret");
    await send();
    await expect(page.getByText(/^This is not a valid path/)).toBeVisible();
    await page.getByLabel(/^Folder/).fill("docs/2026");
    await choose(
      file("план.txt", "тест"),
      file("plan.txt", "hello"),
      file("photo.png", "no picture"),
      file("empty.txt", ""),
    );
    await send();
    for (const name of ["план.txt", "plan.txt"]) await expect(sent(name)).toHaveAttribute("aria-valuenow", "100");
    await expect(page.getByText("Upload successful").first()).toBeVisible();
    const failed = (name: string) =>
      page.getByRole("list", { name: "Uploads" }).getByRole("listitem").filter({ hasText: name });
    await expect(failed("photo.png")).toContainText("The content does not match the file extension.");
    await expect(failed("empty.txt")).toContainText("The file is empty.");
    // Dropped onto the list, into the open folder.
    await tab("Browse Files");
    await entry("docs").click();
    const dropped = await page.evaluateHandle(() => {
      const carried = new DataTransfer();
      carried.items.add(new File(["dropped"], "dropped.txt"));
      return carried;
    });
    await page.getByRole("table", { name: "Files" }).dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.getByLabel(/^Folder/)).toHaveValue("docs");
    await expect(page.getByRole("list", { name: "Selected files" })).toContainText("dropped.txt");
    await send();
    await expect(sent("dropped.txt")).toHaveAttribute("aria-valuenow", "100");
    await choose(file("dropped.txt", "again"));
    await send();
    await expect(failed("dropped.txt").last()).toContainText("A file with this name already exists here.");
    expect(await rows()).toEqual([
      { file_name: "docs/2026/plan.txt", size: 5 },
      { file_name: "docs/2026/план.txt", size: 8 },
      { file_name: "docs/dropped.txt", size: 7 },
    ]);
  },
);

test("S22 C9 O1 folders, Up, root and a typed path; details; search; also offline and on a phone", long, async () => {
  await at("/developer/storage");
  await entry("docs").click();
  await entry("2026").click();
  await expect(entry("план.txt")).toBeVisible();
  await page.getByRole("button", { name: "Up", exact: true }).click();
  await expect(entry("dropped.txt")).toBeVisible();
  await page.getByRole("button", { name: "Root" }).click();
  await expect(entry("docs")).toBeVisible();
  await page.getByLabel("Path").fill("/docs/2026/");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await entry("plan.txt").click();
  const details = page.getByRole("complementary", { name: "File details" });
  for (const text of ["docs/2026", "0.01 KB", "text/plain"]) await expect(details).toContainText(text);
  const download = page.waitForEvent("download");
  await details.getByRole("button", { name: "Download" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe("hello");
  expect((await download).suggestedFilename()).toBe("plan.txt");
  // A file's path opens it too.
  await page.getByLabel("Path").fill("docs/2026/план.txt");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(details.getByRole("heading", { name: "план.txt" })).toBeVisible();
  const foreign = page.waitForEvent("download");
  await details.getByRole("button", { name: "Download" }).click();
  expect((await foreign).suggestedFilename()).toBe("план.txt");
  await page.getByLabel("Path").fill("docs/2027");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect(page.getByText("There is no folder “docs/2027”")).toBeVisible();
  await page.getByRole("button", { name: "Back to the root" }).click();
  await expect(entry("docs")).toBeVisible();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("File list updated")).toBeVisible();

  await page.setViewportSize({ width: 360, height: 780 });
  await context.setOffline(true);
  line.cut();
  await page.goto(`${line.url}/developer/storage?path=docs`);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search files" }).fill("plan 2026");
  await expect(entry("2026/plan.txt")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search files" }).fill("nothing");
  await expect(page.getByText("No files found")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await entry("dropped.txt").click();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Failed to load files")).toBeVisible();
  await expect(page.getByText("Could not retrieve files")).toBeVisible();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wide).toBeLessThanOrEqual(0);
  line.restore();
  await context.setOffline(false);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("S22 X1 an interrupted upload shows an error, stores nothing, and succeeds on retry", long, async () => {
  await at("/developer/storage?tab=upload");
  await expect(page.getByRole("button", { name: "Choose files" })).toBeVisible();
  await page.getByLabel(/^Folder/).fill("builds");
  line.upSpeed = 2 * 1024 * 1024;
  await choose(file("large.bin", Buffer.alloc(12 * 1024 * 1024, 7)));
  await send();
  const bar = sent("large.bin");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(30);
  line.cut();
  await expect(page.getByText("Upload failed", { exact: true })).toBeVisible();
  const item = page.getByRole("list", { name: "Uploads" }).getByRole("listitem").filter({ hasText: "large.bin" });
  await expect(item).toContainText("Failed to upload file. Please check your connection and try again");
  expect((await rows()).map((row) => row.file_name)).not.toContain("builds/large.bin");
  line.upSpeed = Number.POSITIVE_INFINITY;
  line.restore();
  await expect(page.getByText(/^You are offline/)).toHaveCount(0, { timeout: 90_000 });
  await item.getByRole("button", { name: "Try again" }).click();
  await expect(bar).toHaveAttribute("aria-valuenow", "100", { timeout: 30_000 });
  expect(await rows()).toContainEqual({ file_name: "builds/large.bin", size: 12 * 1024 * 1024 });
  const [apart] = await product.sql`select count(*)::int as n from storage.objects where bucket_id = 'files'`;
  expect(apart?.n).toBe((await rows()).length);
});

test("S22 T12 C11 C12 deleting and cleaning ask first, in the user's language", long, async () => {
  await page.getByLabel("Language").selectOption("Español");
  await at("/developer/storage?tab=upload");
  await page.getByLabel(/^Carpeta/).fill("app-content");
  await choose(file("logo.txt", "kept"));
  await page.getByRole("button", { name: "Subir", exact: true }).click();
  await expect(page.getByText("Archivo subido").first()).toBeVisible();
  await at("/developer/storage?path=docs");
  await entry("dropped.txt").click();
  await page.getByRole("button", { name: "Eliminar", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("«docs/dropped.txt» se eliminará de forma permanente.")).toBeVisible();
  await dialog.getByRole("button", { name: "Eliminar archivo" }).click();
  await expect(page.getByText("Archivo eliminado")).toBeVisible();
  await expect(entry("dropped.txt")).toHaveCount(0);
  await page.getByRole("button", { name: "Limpiar datos de prueba" }).click();
  await expect(dialog.getByText("Se eliminarán 3 archivos de forma permanente.", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Eliminar 3 archivos" }).click();
  await expect(page.getByText("Datos de prueba limpiados")).toBeVisible();
  await expect(page.getByText("Archivos eliminados: 3. Archivos conservados: 1.")).toBeVisible();
  expect(await rows()).toEqual([{ file_name: "app-content/logo.txt", size: 4 }]);
  await page.getByLabel("Idioma").selectOption("English");
});

test(
  "S22 R4 P4 an admin opens every user's files and deletes one; testers have no such page",
  long,
  async ({ browser }) => {
    const ada = await signUpByApi(product, "Ada Admin", "tester");
    await product.sql`update public.profiles set role = 'admin' where id = ${ada.id}`;
    const { context: own, page: admin } = await enter(await openDevice(browser), product, {
      email: ada.email,
      home: "/admin/storage",
    });
    await expect(admin.getByText("No files yet")).toBeVisible();
    await admin.getByRole("button", { name: "Owner: Me" }).click();
    await admin.getByRole("searchbox", { name: "Search owners" }).fill("nobody");
    await expect(admin.getByText("No owners found")).toBeVisible();
    await admin.getByRole("searchbox", { name: "Search owners" }).fill("dan");
    await admin.getByRole("list", { name: "Owners" }).getByRole("button", { name: "Dana Developer" }).click();
    await expect(admin.getByRole("button", { name: "Owner: Dana Developer" })).toBeVisible();
    const adminEntry = (name: string) => admin.getByRole("rowheader").getByRole("button", { name });
    await admin.getByLabel("Path").fill("app-content/logo.txt");
    await admin.getByRole("button", { name: "Go", exact: true }).click();
    const details = admin.getByRole("complementary", { name: "File details" });
    await expect(details.getByRole("heading", { name: "logo.txt" })).toBeVisible();
    await details.getByRole("button", { name: "Close" }).click();
    await expect(details).toHaveCount(0);
    await admin.getByRole("button", { name: "Root" }).click();
    await admin.getByRole("searchbox", { name: "Search files" }).fill("LOG");
    await expect(adminEntry("app-content/logo.txt")).toBeVisible();
    await admin.getByRole("searchbox", { name: "Search files" }).fill("");
    await expect(adminEntry("app-content/logo.txt")).toHaveCount(0);
    await adminEntry("app-content").click();
    // The last opened folder stays readable offline; another one says that it needs a connection.
    await expect(adminEntry("logo.txt")).toBeVisible();
    await own.setOffline(true);
    await admin.reload();
    await expect(admin.getByText("This is what you last saw")).toBeVisible();
    await expect(adminEntry("logo.txt")).toBeVisible();
    await admin.getByRole("button", { name: "Root" }).click();
    await expect(admin.getByText("This needs a connection")).toBeVisible();
    await own.setOffline(false);
    await adminEntry("app-content").click();
    await adminEntry("logo.txt").click();
    await admin.getByRole("button", { name: "Delete", exact: true }).click();
    await admin.getByRole("button", { name: "Delete file" }).click();
    await expect(admin.getByText("File deleted")).toBeVisible();
    await expect(adminEntry("logo.txt")).toHaveCount(0);
    expect(await rows()).toEqual([]);
    await own.close();
    // It disappears from its owner's device too.
    await at("/developer/storage");
    await expect(page.getByText("No files yet")).toBeVisible({ timeout: 30_000 });
    const tess = await signUpByApi(product, "Tess Tester", "tester");
    const other = await browser.newContext();
    other.setDefaultTimeout(20_000);
    const tester = await openPage(other);
    await signIn(tester, product, tess.email, "/tester");
    await visit(tester, "/developer/storage");
    await tester.waitForURL(`${product.url}/tester`);
    await other.close();
  },
);

test(
  "an organization has its own files: uploaded while it is selected, readable by a viewer without edit actions",
  long,
  async ({ browser }) => {
    const otto = await signUpByApi(product, "Otto Developer", "developer");
    const org = randomUUID();
    await product.sql`insert into public.organizations (id, name) values (${org}, 'The Team')`;
    await product.sql`insert into public.organization_members (org_id, user_id, role)
    values (${org}, ${dana.id}, 'owner'), (${org}, ${otto.id}, 'viewer')`;
    const choose = async (at: Page) => {
      await at.getByRole("button", { name: /^Organization:/ }).click();
      await at.getByRole("menuitem", { name: "The Team" }).click();
      await expect(at.getByText("of The Team")).toBeVisible();
    };
    await at("/developer/storage");
    await choose(page);
    await tab("Upload Files");
    await page.locator('input[type="file"]').setInputFiles([file("team.txt", "ours")]);
    await send();
    await expect(sent("team.txt")).toHaveAttribute("aria-valuenow", "100");
    const own = await openDevice(browser);
    const viewer = await openPage(own);
    await signIn(viewer, product, otto.email, "/developer/storage");
    await expect(viewer.getByText("No files yet")).toBeVisible();
    await choose(viewer);
    await viewer.getByRole("rowheader").getByRole("button", { name: "team.txt" }).click();
    await expect(viewer.getByRole("button", { name: "Download" })).toBeVisible();
    await expect(viewer.getByText(/^As a viewer in The Team/)).toBeVisible();
    await expect(viewer.getByRole("button", { name: /^(Delete|Clean Test Data)$/ })).toHaveCount(0);
    await expect(viewer.getByRole("tab", { name: "Upload Files" })).toHaveCount(0);
    await own.close();
  },
);
