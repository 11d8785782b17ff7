// Saved searches and their alerts on the screens: offline, and from a notification to its tests.
// tests/sql/search-alerts.test.ts covers recipients and contents.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { inDays, insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, synced } from "../../fixtures/browser/people.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const { product, dana, tess } = setUpDeveloperAndTester();
let context: BrowserContext;
let page: Page;
const publish = (title: string, more: object = {}) => insertCampaign(dana, { id: randomUUID(), title, ...more });
const tests = () => page.getByRole("article").getByRole("heading");
const pills = () => page.getByRole("radiogroup", { name: "Saved searches" });
const alert = () => page.getByRole("checkbox", { name: "Alert me about new tests" });
const save = () => page.getByRole("button", { name: "Save search" });
const stored = async () =>
  (
    await product.sql<{ name: string; search: object; alert: boolean }[]>`
      select s ->> 'name' as name, s -> 'search' as search, (s -> 'alert')::boolean as alert
      from accounts, jsonb_array_elements(saved_searches) s where id = ${tess.id}`
  ).map((row) => ({ ...row }));

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  await publish("Night map", { platform: "ios", category: "travel", end_date: inDays(5) });
  await publish("Snow map", { platform: "android", category: "travel" });
  await publish("Budget planner", { platform: "ios", category: "productivity" });
  ({ context, page } = await enter(await openDevice(browser), product, { email: tess.email, home: "/tester" }));
});
test.afterAll(() => context?.close());

test("S8 O1 a search is saved, applied, renamed and deleted offline", long, async () => {
  await page.goto(`${product.url}/tester/tests`);
  await expect(tests()).toHaveCount(3);
  await expect(save()).toBeHidden();
  await context.setOffline(true);
  await page.getByLabel("Search tests").fill("map");
  await page.getByRole("combobox", { name: "Category" }).selectOption("Travel");
  await expect(page).toHaveURL(/q=map/);
  await save().click();
  const dialog = page.getByRole("dialog", { name: "Save search" });
  await expect(dialog.getByLabel("Name")).toHaveValue("map · Travel");
  await dialog.getByLabel("Name").fill(" ");
  await dialog.getByRole("button", { name: "Save search" }).click();
  await expect(dialog.getByText("Required")).toBeVisible();
  await dialog.getByLabel("Name").fill("Maps");
  await dialog.getByLabel("Name").press("Enter");
  await expect(pills().getByRole("radio", { name: "Maps" })).toBeChecked();
  await expect(alert()).not.toBeChecked();

  await pills().getByText("All tests").click();
  await expect(page.getByLabel("Search tests")).toHaveValue("");
  await expect(tests()).toHaveCount(3);
  await pills().getByText("Maps").click();
  await expect(tests()).toHaveText(["Night map", "Snow map"]);
  await expect(page.getByLabel("Search tests")).toHaveValue("map");

  await page.getByRole("button", { name: "More for Maps" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Travel maps");
  await page.getByRole("dialog").getByRole("button", { name: "Save name" }).click();
  await expect(pills().getByRole("radio", { name: "Travel maps" })).toBeChecked();
  await page.getByRole("button", { name: "More for Travel maps" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(pills()).toBeHidden();
  await expect(save()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pills().getByRole("radio", { name: "Travel maps" })).toBeChecked();
  await context.setOffline(false);
  await synced(page);
  expect(await stored()).toEqual([{ name: "Travel maps", search: { q: "map", category: "travel" }, alert: false }]);
});

test("S8 S29 an alert names the new matching tests, and links to them", long, async () => {
  await alert().check();
  await expect(page.getByRole("radio", { name: "Travel maps (alert on)" })).toBeChecked();
  await expect.poll(async () => (await stored())[0]?.alert).toBe(true);
  await synced(page);
  await publish("Ice map", { category: "travel" });
  await publish("Sea map", { category: "travel" });
  await publish("Recipes", { category: "food_drink" });
  await product.sql`update private.search_alerts set since = now() - interval '1 hour'`;
  await product.sql`update private.offers set published_at = now() - interval '2 days' where card ->> 'title' = 'Night map'`;
  await product.sql`update private.offers set published_at = now() - interval '1 day' where card ->> 'title' = 'Snow map'`;
  // A day later at the earliest, at the user's noon; tomorrow's noon may be too early.
  await product.sql`
    select private.send_search_alerts(((now() at time zone z.zone)::date + 2 + time '12:00') at time zone z.zone)
    from private.time_zone_of(${tess.id}) z (zone)`;
  await page.getByRole("banner").getByRole("link", { name: "Notifications, 1 unread" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "2 new tests fit “Travel maps”" });
  await expect(line).toContainText("Sea map · Ice map");
  await line.getByRole("link").click();
  await expect(page.getByRole("radio", { name: "Travel maps (alert on)" })).toBeChecked();
  // New tests come first.
  await expect(tests()).toHaveText(["Sea map", "Ice map", "Snow map", "Night map"]);
  await expect(page.getByLabel("Search tests")).toHaveValue("map");
  await page.getByLabel("Search tests").fill("ice map");
  await expect(tests()).toHaveText(["Ice map"]);
  await expect(save()).toBeVisible();
});

test("S8 saved searches fit a phone, in both themes", long, async () => {
  await page.goto(`${product.url}/tester/tests?q=map&category=travel`);
  await expect(pills()).toBeVisible();
  await fitsPhone(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await findings(page)]).toEqual([colorScheme, []]);
  }
});
