// Every screen with hostile sample data: markup in every user text stays text, nothing overflows on
// a small phone, axe finds nothing in any theme and language, reduced motion is respected, and each
// screen starts offline. Long tests run nightly.
import type { Browser, Page } from "playwright/test";
import { findings } from "../../fixtures/browser/axe.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { takeMotion, watchMotion } from "../../fixtures/browser/motion.ts";
import { openPage, resize, synced } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import { enterAs, type Screen, screensOf, type Visitor, visit } from "../../fixtures/browser/screens.ts";
import { sideways } from "../../fixtures/browser/sideways.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let product: Product;
let screens: readonly Screen[];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct({ sample: true });
  await product.sql.unsafe(hostile);
  screens = await screensOf(product.sql);
});
test.afterAll(() => product.stop());

/** Appends markup to every text in the database that its checks allow, except references. */
const hostile = `do $$
declare c record;
begin
  perform set_config('betaflock.seeding', 'on', true);
  for c in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'
      and column_name !~ '(email|url|path|sha256|language|currency|type|status|kind|platform|category|role|code|model|table|epoch|action|scope|_key|^id$)'
      and table_name in (select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')
  loop
    begin
      execute format('update public.%1$I set %2$I = %2$I || %3$L where %2$I <> ''''', c.table_name, c.column_name,
        '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>');
    exception when check_violation or raise_exception or foreign_key_violation or insufficient_privilege then
      raise notice '% % left as it is: %', c.table_name, c.column_name, sqlerrm;
    end;
  end loop;
end $$`;

/** Each theme in each language and width: only the first for every change, all of them at night. */
const looks = [
  { width: 320, colorScheme: "light", language: "en" },
  { width: 1280, colorScheme: "dark", language: "es" },
  { width: 1280, colorScheme: "light", language: "es" },
  { width: 320, colorScheme: "dark", language: "en" },
] as const;

type Look = (typeof looks)[number];

/** Changes the language like another tab, so that open dialogs stay open. */
async function speak(page: Page, language: Look["language"]) {
  await page.evaluate((chosen) => {
    if (document.documentElement.lang === chosen) return;
    localStorage.setItem("language", chosen);
    window.dispatchEvent(new StorageEvent("storage", { key: "language", newValue: chosen }));
  }, language);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

async function become(page: Page, { width, colorScheme, language }: Look) {
  await page.emulateMedia({ colorScheme });
  await speak(page, language);
  if (page.viewportSize()?.width !== width) await resize(page, { width, height: 800 });
}

/** The specification's section 2, word for word. */
const sidebar = {
  tester: ["/tester Dashboard", "/tester/tests Available Tests", "/tester/profile My Profile", "/apps App Store"],
  developer: [
    "/developer Dashboard",
    "/developer/campaigns My Campaigns",
    "/developer/campaigns/create Create Campaign",
    "/developer/profile My Profile",
    "/developer/storage File Storage",
    "/apps App Store",
  ],
  admin: ["/admin Dashboard", "/admin/users User Management", "/admin/settings System Settings", "/apps App Store"],
} as const;

/** Label and entries of the group below it. */
const more = {
  tester: ["My work", "My Applications", "My Feedback", "Rewards"],
  developer: ["My work", "My Apps", "Organization", "Notifications"],
  admin: [
    "Operations",
    "Flags",
    "Payouts",
    "Campaigns",
    "Apps",
    "Activity log",
    "Rejected changes",
    "Messages",
    "File Storage",
  ],
} as const;

/**
 * Checks the links to each page of a role: in the sidebar, and on a phone in the bar or under
 * "More".
 */
async function findsEachPlace(page: Page, role: keyof typeof sidebar) {
  const places = sidebar[role].map((s) => s.split(" ")[0]);
  const main = page.getByRole("navigation", { name: "Main" });
  const links = main.getByRole("link");
  const targets = (all: Element[]) => all.map((a) => a.getAttribute("href"));
  await resize(page, { width: 1280, height: 800 });
  await expect(links).toHaveText(sidebar[role].map((s) => s.replace(/^\S+ /, "")));
  expect(await links.evaluateAll(targets)).toEqual(places);
  await expect(page.getByRole("complementary").getByRole("button", { name: "Log Out" })).toBeVisible();
  // The rest is in a separate group below, and nothing in the header.
  const [label, ...others] = more[role];
  const group = page.getByRole("complementary").getByRole("navigation", { name: label });
  await expect(group.getByRole("link")).toHaveText(others);
  await expect(
    page
      .getByRole("banner")
      .getByRole("link", { name: /^(?!Notifications)/ })
      .filter({ visible: true }),
  ).toHaveCount(0);
  await resize(page, { width: 390, height: 844 });
  await expect(page.getByRole("complementary")).toBeHidden();
  const inBar = await links.evaluateAll(targets);
  await main.getByRole("button", { name: "More" }).click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await expect(sheet.getByRole("button", { name: "Log Out" })).toBeVisible();
  const inSheet = await sheet.getByRole("link").evaluateAll(targets);
  expect([...inBar, ...inSheet]).toEqual(expect.arrayContaining(places));
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
}

/**
 * Doubles every text, like a longer language, for each width and language, because React renders
 * new texts for a new width. Restores them afterwards, except those that changed.
 */
async function fitsDoubled(page: Page, name: string) {
  const doubled = await page.evaluateHandle(() => {
    const texts: [node: Node, text: string, twice: string][] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      if (text.trim() !== "" && !node.parentElement?.closest("script, style, textarea"))
        texts.push([node, text, `${text} ${text}`]);
    }
    for (const [node, , twice] of texts) node.nodeValue = twice;
    return texts;
  });
  // A chart measures its box and redraws after its texts have resized.
  await expect.soft.poll(() => sideways(page), `${name}, with doubled texts`).toEqual([]);
  await doubled.evaluate((texts) => {
    for (const [node, text, twice] of texts) if (node.nodeValue === twice) node.nodeValue = text;
  });
}

/** Also finds the heading behind an open dialog. */
const headingOf = (page: Page) => page.locator("h1").filter({ visible: true });

/**
 * Checks one look: no markup from data, no overflow, no axe findings, and no motion, because these
 * pages use reduced motion (playwright.config.ts).
 */
async function looksRight(page: Page, { name }: Screen, look: Look): Promise<void> {
  await become(page, look);
  const motion = await takeMotion(page);
  const seen = await page.evaluate(() => ({
    markup: document.querySelectorAll('img[src="x"], body script').length,
    hacked: "hacked" in window,
  }));
  expect
    .soft({ screen: name, ...look, ...seen, motion, sideways: await sideways(page), axe: await findings(page) })
    .toEqual({ screen: name, ...look, motion: [], sideways: [], markup: 0, hacked: false, axe: [] });
}

/** Checks these looks, and doubled texts in both widths and languages. */
async function inEachLook(page: Page, screen: Screen, all: readonly Look[]): Promise<void> {
  await visit(page, screen.path);
  await screen.prepare?.(page);
  for (const look of all) await looksRight(page, screen, look);
  for (const width of [320, 1280] as const) {
    await resize(page, { width, height: 800 });
    for (const language of ["en", "es"] as const) {
      await speak(page, language);
      await fitsDoubled(page, `${screen.name} at ${width} px in ${language}`);
    }
  }
}

const staysInside = (page: Page, { name }: Screen, how: string) =>
  expect.soft.poll(() => sideways(page), `${name} ${how}`).toEqual([]);

/** Returns the route of a path: its screens load the same files, whatever the ids and query. */
const routeOf = (page: Page, path: string): Promise<string> =>
  page.evaluate((at) => {
    interface Router {
      getMatchedRoutes(path: string): readonly [all: unknown, params: unknown, found?: { id: string }];
    }
    const router = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
    return router.getMatchedRoutes(new URL(at, location.href).pathname)[2]?.id ?? "none";
  }, path);

const rows: Readonly<Record<Visitor, string>> = {
  anonymous: "R1 R5",
  tester: "R2 R8 R9",
  developer: "R3 R8 R9",
  admin: "R4 R8 R9",
};
for (const visitor of ["anonymous", "tester", "developer", "admin"] as const) {
  const own = () => screens.filter((screen) => screen.visitor === visitor);
  const open = async (browser: Browser) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await watchMotion(context);
    // Fail early on a missing element.
    context.setDefaultTimeout(20_000);
    const page = await openPage(context);
    await enterAs(page, product.url, visitor);
    if (visitor === "anonymous") await page.goto(product.url);
    return { context, page };
  };

  test(
    `${rows[visitor]} each screen of ${visitor} on a small phone: hostile text stays text, no overflow, axe`,
    visitor === "tester" ? {} : long,
    async ({ browser }) => {
      test.setTimeout(600_000);
      const { context, page } = await open(browser);
      if (visitor !== "anonymous") await findsEachPlace(page, visitor);
      await become(page, looks[0]);
      for (const screen of own().filter(({ nightly }) => !nightly)) {
        await visit(page, screen.path);
        await screen.prepare?.(page);
        await looksRight(page, screen, looks[0]);
        // Spanish has the longer texts.
        await speak(page, "es");
        await staysInside(page, screen, "at 320 px in Spanish");
        await speak(page, "en");
      }
      await context.close();
    },
  );

  test(
    `${rows[visitor]} each screen of ${visitor} in each theme and language, and with doubled texts`,
    long,
    async ({ browser }) => {
      test.setTimeout(600_000);
      const { context, page } = await open(browser);
      for (const screen of own().filter(({ nightly }) => !nightly)) await inEachLook(page, screen, looks.slice(1));
      await context.close();
    },
  );

  test(
    `${rows[visitor]} each dialog of ${visitor} in each theme and language, and with doubled texts`,
    long,
    async ({ browser }) => {
      test.setTimeout(600_000);
      const { context, page } = await open(browser);
      for (const screen of own().filter(({ nightly }) => nightly)) await inEachLook(page, screen, looks);
      await context.close();
    },
  );

  test(`${rows[visitor]} O1 a cold start of each route of ${visitor} offline`, long, async ({ browser }) => {
    test.setTimeout(600_000);
    const { context, page } = await open(browser);
    const seen: { screen: Screen; route: string; heading: string }[] = [];
    for (const screen of own()) {
      await visit(page, screen.path);
      const route = await routeOf(page, screen.path);
      seen.push({ screen, route, heading: (await headingOf(page).textContent()) ?? "" });
    }
    await page.goto(visitor === "anonymous" ? product.url : `${product.url}/${visitor}`);
    if (visitor !== "anonymous") await synced(page);
    await context.setOffline(true);
    const begun = new Set<string>();
    for (const { screen, route, heading } of seen) {
      if (begun.has(route)) await visit(page, screen.path);
      else await page.goto(product.url + screen.path);
      begun.add(route);
      await expect(headingOf(page), screen.name).toHaveText(heading);
    }
    if (visitor !== "anonymous") {
      await visit(page, `/${visitor}`);
      await expect(page.getByRole("button", { name: /^Sync: Offline/ })).toBeVisible();
      await speak(page, "es");
      await expect(page.getByTestId("sync-badge")).toHaveAttribute("data-phase", "offline");
      expect(await sideways(page)).toEqual([]);
    }
    await context.close();
  });
}

test("R8 a spinner shows while the session loads, without another user's screen", long, async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await openPage(context);
  await enterAs(page, product.url, "tester");
  // The session waits for the database engine.
  const release = await holdRequests(page, "**/assets/engine-*.js");
  await page.goto(`${product.url}/tester`, { waitUntil: "commit" });
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await context.close();
});
