// Several tabs of one user: one replicates, all show the same, and signing out in one signs out
// all.
import type { BrowserContext, Page } from "playwright/test";
import { startWorker } from "../../fixtures/browser/offline.ts";
import { controlled, openDevice, openPage, register, synced } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let product: Product;
let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  product = await startProduct({ sample: true });
  context = await openDevice(browser);
  // It caches viewed pictures.
  await startWorker(context);
});
test.afterAll(async () => {
  await context.close();
  await product.stop();
});

/** Returns the browser's ids of this tab and of tabs with the leader lock. */
const locksOf = (page: Page) =>
  page.evaluate(async () => {
    const held = async () => (await navigator.locks.query()).held ?? [];
    const own = await navigator.locks.request("who", async () => (await held()).find(({ name }) => name === "who"));
    const leading = (await held()).filter(({ name }) => name?.startsWith("betaflock-leader-"));
    return { own: own?.clientId, leaders: leading.map(({ clientId }) => clientId) };
  });

/** Runs in the page: counts pictures for which the service worker has a time of use. */
const picturesSeen = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open("workbox-expiration");
    // The worker alone creates it, with its first picture.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => (opening.error?.name === "AbortError" ? resolve(0) : reject(opening.error));
    opening.onsuccess = () => {
      const counting = opening.result.transaction("cache-entries").objectStore("cache-entries").count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => resolve(counting.result);
    };
  });

test("O2 T2 two tabs: one replicates, both show a write, the other takes over when it is closed, and signing out signs out both", async () => {
  const first = await openPage(context);
  await register(first, product.url, { name: "Tabitha Tester", email: "tabitha@example.test", role: "tester" });
  await synced(first);
  await controlled(first);
  const second = await context.newPage();
  await second.goto(`${product.url}/tester/applications`);
  await synced(second);

  await first.goto(`${product.url}/tester/tests`);
  await first.getByRole("link", { name: "Stride on the wrist" }).click();
  await first.getByRole("button", { name: "Apply Now" }).click();
  await first.locator("label", { hasText: "Yes" }).click();
  await first.locator("label", { hasText: "daily" }).click();
  await first.getByRole("button", { name: "Send application" }).click();
  await expect(second.getByText("Stride on the wrist")).toBeVisible();
  await expect.poll(() => second.evaluate(picturesSeen)).toBeGreaterThan(0);
  await expect
    .poll(
      async () =>
        (
          await product.sql`select 1 from applications a join profiles p on p.id = a.tester_id where p.name = 'Tabitha Tester'`
        ).length,
    )
    .toBe(1);

  // Usually the first tab, unless the machine was too busy for seven seconds.
  const { leaders } = await locksOf(second);
  expect(leaders).toHaveLength(1);
  const [leader, follower] = (await locksOf(second)).own === leaders[0] ? [second, first] : [first, second];
  const replicated: string[] = [];
  follower.on("request", (request) => {
    if (/sync_pu(sh|ll)/.test(request.url())) replicated.push(request.url());
  });

  // The leader is closed, so only the other tab replicates now.
  await leader.close();
  const own = (await locksOf(follower)).own;
  await expect.poll(async () => (await locksOf(follower)).leaders, { timeout: 20_000 }).toEqual([own]);
  await product.sql`insert into notifications (id, user_id, kind, data, link)
    select gen_random_uuid(), id, 'role_changed', '{}', '/' from profiles where name = 'Tabitha Tester'`;
  await expect(follower.getByRole("banner").getByRole("link", { name: /1 unread/ })).toBeVisible({ timeout: 60_000 });
  expect(replicated.length).toBeGreaterThan(0);
  await follower.goto(`${product.url}/tester/applications`);

  // A tab that opens offline shows this at once, although another one replicates.
  await context.setOffline(true);
  await expect(follower.getByRole("button", { name: /^Sync: Offline/ })).toBeVisible();
  await follower.getByRole("button", { name: "Withdraw" }).click();
  await follower.getByRole("button", { name: "Withdraw application" }).click();
  const third = await context.newPage();
  await third.goto(`${product.url}/tester`);
  // Pressed at once: pending changes are counted then, not read from an initial status.
  await third.getByRole("button", { name: "Log Out" }).click();
  await expect(third.getByRole("alertdialog", { name: "Log out and lose unsent changes?" })).toContainText("1 change");
  await expect(third.locator('button[aria-label^="Sync: Offline"]')).toBeVisible();
  await context.setOffline(false);
  // The changes were sent while the question was open, so nothing would be lost.
  const sent = third.getByRole("alertdialog", { name: "Everything has been sent" });
  await expect(sent).toHaveCount(1, { timeout: 60_000 });
  expect(
    await product.sql`select a.status from applications a join profiles p on p.id = a.tester_id where p.name = 'Tabitha Tester'`,
  ).toEqual([{ status: "withdrawn" }]);
  // The front page shows running tests, whose pictures a visitor may cache.
  await context.route("**/rpc/latest_tests", (route) => route.fulfill({ json: { rows: [] } }));
  await sent.getByRole("button", { name: "Log Out" }).click();
  await expect(third).not.toHaveURL(/\/tester/);
  await expect(follower).not.toHaveURL(/\/tester/);
  const left = await third.evaluate(async () => (await indexedDB.databases()).map((d) => d.name ?? ""));
  // The service worker's picture database remains, without pictures.
  expect(left.filter((name) => !name.includes("anonymous") && name !== "workbox-expiration")).toEqual([]);
  expect(await third.evaluate(picturesSeen)).toBe(0);
});

test("S1 S30 language and theme chosen in one tab apply to the others", long, async ({ browser }) => {
  const device = await browser.newContext();
  const [here, there] = [await device.newPage(), await device.newPage()];
  for (const page of [here, there]) {
    await page.goto(`${product.url}/about`);
    await expect(page.locator("html[data-started]")).toHaveCount(1);
  }
  await here.getByLabel("Language").selectOption("es");
  await expect(there.getByRole("contentinfo").getByRole("link", { name: "Privacidad" })).toBeVisible();
  await expect(there.locator("html")).toHaveAttribute("lang", "es");
  await here.locator("label", { hasText: "Oscuro" }).click();
  await expect(there.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(there.getByRole("radio", { name: "Oscuro" })).toBeChecked();
  await device.close();
});
