// Several tabs of one person: one of them replicates, all show the same, and signing out in one
// signs out of all.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright/test";
import { openDevice, openPage, readyForOffline, register, synced } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, test } from "../../fixtures/browser/test.ts";

let product: Product;
let disk: string;
let context: BrowserContext;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  disk = mkdtempSync(join(tmpdir(), "betaflock-disk-"));
  product = await startProduct({ sample: true });
  context = await openDevice({ userDataDir: join(disk, "tabs") });
});
test.afterAll(async () => {
  await context.close();
  await product.stop();
  rmSync(disk, { recursive: true, force: true });
});

test("O2 T2 two tabs: one replicates, both show a write, the other takes over, and signing out signs out of both", async () => {
  const first = await openPage(context);
  await register(first, product.url, { name: "Tabitha Tester", email: "tabitha@example.test", role: "tester" });
  await synced(first);
  const second = await context.newPage();
  const pulls: string[] = [];
  second.on("request", (request) => {
    if (/sync_pu(sh|ll)/.test(request.url())) pulls.push(request.url());
  });
  await second.goto(`${product.url}/tester/applications`);
  await synced(second);

  await first.goto(`${product.url}/tester/tests`);
  await first.getByRole("link", { name: "Stride on the wrist" }).click();
  await first.getByRole("button", { name: "Apply Now" }).click();
  await first.locator("label", { hasText: "Yes" }).click();
  await first.locator("label", { hasText: "daily" }).click();
  await first.getByRole("button", { name: "Send application" }).click();
  await expect(second.getByText("Stride on the wrist")).toBeVisible();
  await expect
    .poll(
      async () =>
        (
          await product.sql`select 1 from applications a join profiles p on p.id = a.tester_id where p.name = 'Tabitha Tester'`
        ).length,
    )
    .toBe(1);

  // The first tab is closed: the second replicates from now on.
  await first.close();
  await expect.poll(() => pulls.length, { timeout: 20_000 }).toBeGreaterThan(0);
  // A tab that opens without a network says so from its first moment on, although another one
  // replicates.
  await readyForOffline(second);
  await context.setOffline(true);
  await expect(second.getByRole("button", { name: /^Sync: Offline/ })).toBeVisible();
  await second.getByRole("button", { name: "Withdraw" }).click();
  await second.getByRole("button", { name: "Withdraw application" }).click();
  const third = await context.newPage();
  await third.goto(`${product.url}/tester`);
  // Pressed as soon as it is there: what waits is counted then, not taken from a status that knows
  // of nothing yet.
  await third.getByRole("button", { name: "Log Out" }).click();
  await expect(third.getByRole("alertdialog", { name: "Log out and lose unsent changes?" })).toContainText("1 change");
  await expect(third.locator('button[aria-label^="Sync: Offline"]')).toBeVisible();
  await context.setOffline(false);
  // Sent while the question stood: there is nothing to lose any more.
  const sent = third.getByRole("alertdialog", { name: "Everything has been sent" });
  await expect(sent).toHaveCount(1, { timeout: 60_000 });
  expect(
    await product.sql`select a.status from applications a join profiles p on p.id = a.tester_id where p.name = 'Tabitha Tester'`,
  ).toEqual([{ status: "withdrawn" }]);
  await sent.getByRole("button", { name: "Log Out" }).click();
  await expect(third).not.toHaveURL(/\/tester/);
  await expect(second).not.toHaveURL(/\/tester/);
  const left = await third.evaluate(async () => (await indexedDB.databases()).map((d) => d.name ?? ""));
  expect(left.filter((name) => !name.includes("anonymous"))).toEqual([]);
});
