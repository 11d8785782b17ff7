import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ListeningBackend, startBackend } from "../../../supabase/local/backend.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let dist: string;
let backend: ListeningBackend;

test.beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "betaflock-dist-"));
  cpSync(new URL("../../../dist", import.meta.url).pathname, dist, { recursive: true });
  backend = await startBackend({ distDir: dist });
});
test.afterAll(async () => {
  await backend.stop();
  rmSync(dist, { recursive: true, force: true });
});

test("O3 a new version is offered, loaded with Reload, and loses no input", long, async ({ page }) => {
  await page.goto(`${backend.url}/register`);
  await readyForOffline(page);
  await page.reload();
  await page.getByLabel("Full Name").fill("Half typed");
  appendFileSync(join(dist, "sw.js"), "\n// the next version\n");
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText("A new version is ready")).toBeVisible();
  const navigated = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload" }).click();
  await navigated;
  await expect(page.getByLabel("Full Name")).toHaveValue("Half typed");
  const waiting = await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  expect(waiting).toBe(false);
});
