// The frame around each page: messages that cover nothing, headers that fit, missing pictures, and
// clicks between two pages.
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from "playwright/test";
import { findings } from "../../fixtures/browser/axe.ts";
import { readyForOffline } from "../../fixtures/browser/offline.ts";
import { controlled, logIn, openPage, resize } from "../../fixtures/browser/people.ts";
import { type Product, startProduct } from "../../fixtures/browser/product.ts";
import {
  enterAs,
  type Screen,
  sampleLogin,
  samplePassword,
  screensOf,
  settled,
  type Visitor,
  visit,
} from "../../fixtures/browser/screens.ts";
import { sideways } from "../../fixtures/browser/sideways.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let dist: string;
let product: Product;
let screens: readonly Screen[];
test.beforeAll(async () => {
  test.setTimeout(180_000);
  dist = mkdtempSync(join(tmpdir(), "betaflock-dist-"));
  cpSync(new URL("../../../dist", import.meta.url).pathname, dist, { recursive: true });
  product = await startProduct({ distDir: dist, sample: true });
  screens = await screensOf(product.sql);
});
test.afterAll(async () => {
  await Promise.all([...devices.values()].map((page) => page.context().close()));
  await product?.stop();
  rmSync(dist, { recursive: true, force: true });
});

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
] as const;
type Size = { readonly width: number; readonly height: number };
const messages = (page: Page) => page.getByRole("region", { name: /^(Messages|Mensajes)$/ });
const pathOf = (name: string) => screens.find((screen) => screen.name === name)?.path ?? "/none";

/** Simulates a newer version on the server that this page has found. */
async function findNewVersion(page: Page): Promise<void> {
  await readyForOffline(page);
  appendFileSync(join(dist, "sw.js"), "\n// the next version\n");
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

async function openAnonymous(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[1] });
  await messagesStay(context);
  return openPage(context);
}

async function openAsTester(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await openPage(context);
  await enterAs(page, product.url, "tester");
  return { context, page };
}

/** Keeps messages until they are closed; by default they close after six seconds. */
const messagesStay = (context: BrowserContext) =>
  context.addInitScript(() => {
    const begin = window.setTimeout;
    const skip = (run: TimerHandler, ms?: number, ...rest: unknown[]) => (ms === 6_000 ? 0 : begin(run, ms, ...rest));
    window.setTimeout = skip as typeof window.setTimeout;
  });

const devices = new Map<Visitor, Page>();

/**
 * Opens a page with a device that this file's tests share, because filling a device takes seconds:
 * at home in a new document, in English.
 */
async function openShared(browser: Browser, visitor: Exclude<Visitor, "anonymous">, size: Size): Promise<Page> {
  const known = devices.get(visitor);
  if (known) {
    await known.setViewportSize(size);
    await known.evaluate(() => localStorage.removeItem("language"));
    await known.goto(`${product.url}/${visitor}`);
    await settled(known);
    return known;
  }
  const context = await browser.newContext({ viewport: size });
  await messagesStay(context);
  const page = await openPage(context);
  await enterAs(page, product.url, visitor);
  devices.set(visitor, page);
  return page;
}

/** Runs on the page of an app on a phone. */
async function share(page: Page) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
}

async function openWithMessage(browser: Browser, visitor: Visitor): Promise<Page> {
  const page = visitor === "anonymous" ? await openAnonymous(browser) : await openShared(browser, visitor, sizes[1]);
  if (visitor === "anonymous") {
    await page.goto(product.url + pathOf("anonymous-app-store-app"));
    await settled(page);
    await share(page);
  } else await visit(page, visitor === "tester" ? "/developer" : "/tester");
  await expect(messages(page)).toContainText(said);
  return page;
}
/** Signed-in users get this message from another role's page. */
const said = /This is your own dashboard|Link copied|Copy this link/;

/**
 * Returns elements that a message covers, by bounding boxes: the title, headers, navigation and
 * sticky parts, and each control after the keyboard scrolls it into view.
 */
const covered = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll("[data-toast]")].map((one) => one.getBoundingClientRect());
    if (toasts.length === 0) return ["no message is shown"];
    const found = new Set<string>();
    for (const { left, right, top, bottom } of toasts) {
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.add("a message leaves the window");
    }
    const look = (element: Element) => {
      const box = element.getBoundingClientRect();
      if (box.height < 2 || !element.checkVisibility()) return;
      let { top, bottom } = box;
      for (let around: Element | null = element; around; around = around.parentElement) {
        // For screen readers only: clipped to a dot, itself or its parent.
        if (around.getBoundingClientRect().width < 2) return;
        // Scrolled out of view within the sidebar.
        if (getComputedStyle(around).overflowY !== "auto") continue;
        top = Math.max(top, around.getBoundingClientRect().top);
        bottom = Math.min(bottom, around.getBoundingClientRect().bottom);
      }
      for (const toast of toasts) {
        const apart =
          box.right <= toast.left + 1 ||
          toast.right <= box.left + 1 ||
          bottom <= toast.top + 1 ||
          toast.bottom <= top + 1;
        if (!apart) found.add(`${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`);
      }
    };
    const controls = "a, button, select, input, textarea, summary";
    const dialog = document.querySelector("[aria-modal]");
    window.scrollTo(0, 0);
    const stands = (element: Element) => /fixed|sticky/.test(getComputedStyle(element).position);
    const edges = "h1, body header, aside, nav:not(main nav), main .sticky";
    for (const element of document.querySelectorAll(dialog ? "[aria-modal] :is(h1, h2, h3)" : edges)) {
      if (element.matches("h1, h2, h3") || stands(element)) look(element);
      for (const control of element.querySelectorAll(controls)) if (!element.matches("main header")) look(control);
    }
    const all = `${dialog ? "[aria-modal]" : "main"} :is(${controls})`;
    for (const element of document.querySelectorAll(all)) {
      if (element.getBoundingClientRect().height > innerHeight / 2) continue;
      element.scrollIntoView({ block: "nearest" });
      look(element);
    }
    return [...found];
  });

async function coversNothing(page: Page, name: string, at: readonly Size[] = sizes) {
  for (const size of at) {
    if (page.viewportSize()?.width !== size.width) await resize(page, size);
    // Observers pass heights to the styles between two frames.
    await expect.poll(() => covered(page), { message: `${name} at ${size.width}` }).toEqual([]);
  }
}

const looked: Readonly<Record<Visitor, readonly string[]>> = {
  anonymous: ["landing", "login", "register", "contact", "app-store", "app-store-app"],
  tester: ["dashboard", "tests", "test", "workspace", "feedback", "profile", "account"],
  developer: ["dashboard", "campaigns", "campaign-create", "applicants", "feedback", "analytics", "storage"],
  admin: ["dashboard", "users", "settings-security", "payouts", "rejections"],
};
for (const visitor of ["anonymous", "tester", "developer", "admin"] as const) {
  test(
    `O3 R9 a message covers no title or control, on a phone and on a desktop, for ${visitor}`,
    long,
    async ({ browser }) => {
      test.setTimeout(300_000);
      const page = await openWithMessage(browser, visitor);
      // Each screen starts in the window size of the previous one.
      let order: readonly Size[] = sizes;
      for (const name of looked[visitor]) {
        await visit(page, pathOf(`${visitor}-${name}`));
        await expect(messages(page)).toContainText(said);
        await coversNothing(page, name, order);
        order = order.toReversed();
      }
      if (visitor === "anonymous") await page.context().close();
    },
  );
}

test(
  "O3 S11 the bar with “Review and send” stays clear of a message, and so does a review's decision bar",
  long,
  async ({ browser }) => {
    const page = await openWithMessage(browser, "tester");
    await visit(page, pathOf("tester-workspace"));
    await page.getByRole("button", { name: "Write a report" }).first().click();
    await expect(page.getByRole("button", { name: "Review and send" })).toBeVisible();
    await coversNothing(page, "report");

    const [waiting] = await product.sql<
      { id: string; campaign_id: string }[]
    >`select f.id, f.campaign_id from feedback f
    join campaigns c on c.id = f.campaign_id join profiles p on p.id = c.developer_id
    where p.email = 'dev@betaflock.test' and f.status = 'submitted' order by f.id limit 1`;
    const developer = await openWithMessage(browser, "developer");
    const at = `${waiting?.campaign_id}?tab=feedback&report=${waiting?.id}`;
    await visit(developer, `/developer/campaigns/${at}`);
    await expect(developer.getByRole("button", { name: /^Approve/ }).first()).toBeVisible();
    await coversNothing(developer, "review");
  },
);

test("O3 R9 a one-line message is one line high", long, async ({ browser }) => {
  const context = await browser.newContext({ viewport: sizes[1], permissions: ["clipboard-write"] });
  const page = await openPage(context);
  await messagesStay(context);
  await page.goto(product.url + pathOf("anonymous-app-store-app"));
  await settled(page);
  await share(page);
  await expect(messages(page)).toContainText("Link copied");
  for (const size of sizes) {
    await resize(page, size);
    expect((await page.locator("[data-toast]").boundingBox())?.height).toBeLessThanOrEqual(48);
  }
  await context.close();
});

test(
  "R8 R9 a long form's own bar replaces the phone's navigation, which returns after it",
  long,
  async ({ browser }) => {
    for (const [visitor, path, action] of [
      ["tester", pathOf("tester-workspace"), "Review and send"],
      ["developer", "/developer/campaigns/create", "Next Step"],
      ["developer", pathOf("developer-app"), "Save Changes"],
      ["admin", pathOf("admin-settings-security"), "Save Changes"],
    ] as const) {
      const page = await openShared(browser, visitor, sizes[1]);
      const bar = page.getByRole("button", { name: "More", exact: true });
      await expect(bar).toBeVisible();
      await visit(page, path);
      if (visitor === "tester") await page.getByRole("button", { name: "Write a report" }).first().click();
      const button = page.getByRole("button", { name: action });
      await expect(button).toBeInViewport({ ratio: 1 });
      await expect(bar).toBeHidden();
      await resize(page, sizes[3]);
      await expect(button).toBeInViewport({ ratio: 1 });
      await resize(page, sizes[1]);
      await visit(page, `/${visitor}`);
      await expect(bar).toBeVisible();
    }
  },
);

test(
  "R8 the workspace and the report form highlight the targets of their back links in the navigation",
  long,
  async ({ browser }) => {
    const page = await openShared(browser, "tester", sizes[3]);
    const current = page.getByRole("complementary").locator("nav [aria-current=page]");
    await visit(page, pathOf("tester-test"));
    await expect(current).toHaveText(["Available Tests"]);
    await visit(page, pathOf("tester-workspace"));
    await expect(page.getByRole("main").getByRole("link", { name: "Dashboard" })).toBeVisible();
    await expect(current).toHaveText(["Dashboard"]);
    await page.getByRole("button", { name: "Write a report" }).first().click();
    await expect(page.getByRole("button", { name: "Review and send" })).toBeVisible();
    await expect(current).toHaveText(["Dashboard"]);
  },
);

test(
  "R8 R9 the open page is highlighted in one way: sidebar, account, phone's bar, public header",
  long,
  async ({ browser }) => {
    const page = await openShared(browser, "tester", sizes[3]);
    /** The background and colour of the highlight, once per theme. */
    const mark = async (of: Page, ground: Locator, text: Locator = ground) => {
      const seen: string[] = [];
      for (const colorScheme of ["light", "dark"] as const) {
        await of.emulateMedia({ colorScheme });
        const { backgroundColor } = await ground.evaluate((e) => ({ ...getComputedStyle(e) }));
        const { color } = await text.evaluate((e) => ({ ...getComputedStyle(e) }));
        seen.push(backgroundColor, color);
      }
      return seen;
    };
    const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
    await expect(current).toHaveText(["Dashboard"]);
    const expected = await mark(page, current);
    expect(new Set(expected).size).toBe(4);
    await visit(page, "/account");
    await expect(current).toHaveCount(0);
    const account = page.getByRole("complementary").getByRole("link", { name: /^Account Settings/ });
    await expect(account).toHaveAttribute("aria-current", "page");
    expect(await mark(page, account)).toEqual(expected);
    await resize(page, sizes[1]);
    await visit(page, "/tester");
    await expect(current).toHaveText(["Dashboard"]);
    expect(await mark(page, current.locator("span").first(), current)).toEqual(expected);
    await page.emulateMedia({ colorScheme: null });
    const context = await browser.newContext({ viewport: sizes[3] });
    const visitor = await openPage(context);
    await visitor.goto(product.url);
    await visit(visitor, "/apps");
    const inHeader = visitor.getByRole("banner").locator("[aria-current=page]").filter({ hasText: "App Store" });
    await expect(inHeader).toBeVisible();
    expect(await mark(visitor, inHeader)).toEqual(expected);
    await context.close();
  },
);

test("R2 R3 R4 the message after login covers neither the title nor the phone's bar", long, async ({ browser }) => {
  for (const [visitor, size] of [
    ["tester", sizes[1]],
    ["developer", sizes[2]],
    ["admin", sizes[0]],
  ] as const) {
    const context = await browser.newContext({ viewport: size });
    const page = await openPage(context);
    await logIn(page, product, sampleLogin[visitor], `/${visitor}`, samplePassword);
    await expect(messages(page)).toContainText("Login successful!");
    await coversNothing(page, visitor, [size]);
    await context.close();
  }
});

test(
  "K1 O3 the offer of a new version is a thin bar above the page, in the chosen language",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: sizes[1] });
    const page = await openPage(context);
    await page.goto(`${product.url}/register`);
    await controlled(page);
    await findNewVersion(page);
    const bar = page.getByRole("status").filter({ hasText: /A new version is ready|Hay una versión nueva lista/ });
    await expect(bar).toBeVisible();
    await page.getByLabel("Language").selectOption("es");
    await expect(bar).toContainText("Hay una versión nueva lista");
    await expect(bar.getByRole("button", { name: "Recargar" })).toBeVisible();
    await page.getByLabel("Idioma").selectOption("en");
    await expect(bar).toContainText("A new version is ready");
    for (const size of sizes) {
      await resize(page, size);
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(40);
    }
    await bar.getByRole("button", { name: "Dismiss" }).click();
    await expect(bar).toHaveCount(0);
    // The bar pushes nothing out of a window with a sidebar.
    await enterAs(page, product.url, "tester");
    await findNewVersion(page);
    await expect(bar).toBeVisible();
    await expect(page.getByRole("complementary").getByRole("link", { name: "Privacy" })).toBeInViewport();
    await context.close();
  },
);

test(
  "O3 R9 a message waits while a dialog is open; a later one appears next to it, and can be pressed",
  long,
  async ({ browser }) => {
    const page = await openWithMessage(browser, "developer");
    // Here the message's button is not in a menu, which the dialog would close.
    await resize(page, sizes[3]);
    await visit(page, pathOf("anonymous-app-store-app"));
    await expect(messages(page)).toContainText(said);
    const report = page.getByRole("button", { name: "Report Issue" });
    await expect(report).toHaveAttribute("aria-haspopup", "dialog");
    await report.click();
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await expect(messages(page)).not.toContainText(said);
    // Simulates the end of an earlier action: the button itself is unreachable now.
    await page.locator("main button", { hasText: "Share" }).evaluate((share: HTMLButtonElement) => share.click());
    await expect(messages(page)).toContainText(/Link copied|Copy this link/);
    for (const size of sizes) {
      await resize(page, size);
      await expect.poll(() => covered(page), { message: `the dialog at ${size.width}` }).toEqual([]);
    }
    await messages(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(messages(page)).not.toContainText(/Link copied|Copy this link/);
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
  },
);

test("O3 R9 a message waits while a menu is open, because it would cover the entries", long, async ({ browser }) => {
  const page = await openWithMessage(browser, "developer");
  await visit(page, "/developer/campaigns");
  const button = page.getByRole("button", { name: "More actions for Breathe Five: first steps" });
  await button.click();
  await expect(page.getByRole("menuitem").last()).toBeVisible();
  await expect(messages(page)).not.toContainText(said);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(messages(page)).toContainText(said);
});

for (const size of [sizes[1], sizes[3]]) {
  test(
    `S18 R9 the first report under review starts at most 200 px below the header with any filters, in one line each in that layout, at ${size.width} px`,
    long,
    async ({ browser }) => {
      const page = await openShared(browser, "developer", size);
      await visit(page, pathOf("developer-feedback"));
      const first = page.getByRole("list", { name: "Reports" }).getByRole("listitem").first();
      await expect(first).toBeVisible();
      const above = async () => {
        const [row, header] = [await first.boundingBox(), await page.locator("body header").first().boundingBox()];
        return (row?.y ?? Number.NaN) - (header?.height ?? Number.NaN);
      };
      const closed = await above();
      expect(closed).toBeLessThanOrEqual(200);
      const filters = page.getByRole("button", { name: /^Filters/ });
      const type = page.getByRole("combobox", { name: "Type", exact: true });
      await filters.click();
      await expect(type).toBeVisible();
      expect(await findings(page)).toEqual([]);
      expect(await above()).toBe(closed);
      await type.selectOption({ index: 1 });
      await expect(page).toHaveURL(/type=/);
      expect(await above()).toBe(closed);
      await page.keyboard.press("Escape");
      await expect(filters).toBeFocused();
      await expect(type).toBeHidden();
      await expect(filters).toContainText("1 in use");
      if (size.width > 1000) {
        await page.getByRole("list", { name: "Filters in use" }).getByRole("button").click();
        await expect(filters).not.toContainText("in use");
      } else {
        await page.getByRole("button", { name: "Search reports" }).click();
        await expect(page.getByRole("searchbox", { name: "Search reports" })).toBeFocused();
        expect(await findings(page)).toEqual([]);
        await page.getByRole("button", { name: "Search reports" }).click();
      }
      // One line of 44 px and its border for each report, on any screen.
      const height = async () => (await first.boundingBox())?.height ?? Number.NaN;
      expect(await height()).toBeGreaterThan(45);
      if (size.width < 768) await filters.click();
      const compact = page.getByRole(size.width < 768 ? "switch" : "button", { name: "Compact list" });
      await compact.click();
      await expect.poll(height).toBeLessThanOrEqual(45);
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      expect(await above()).toBeLessThanOrEqual(200);
      await page.evaluate(() => localStorage.removeItem("review-list"));
    },
  );
}

for (const size of [sizes[1], sizes[3]]) {
  test(
    `S18 R9 a row of the review list has its summary and one line of facts, in Spanish at ${size.width} px`,
    long,
    async ({ browser }) => {
      const page = await openShared(browser, "developer", size);
      await page.evaluate(() => localStorage.setItem("language", "es"));
      await page.goto(product.url + pathOf("developer-feedback"));
      await settled(page);
      const rows = page.getByRole("list", { name: "Informes" }).getByRole("listitem");
      await expect(rows.first()).toBeVisible();
      const looks = await rows.evaluateAll((all) =>
        all.map((row) => {
          const words = row.querySelector<HTMLElement>("button > span > span");
          const [, type, due] = row.querySelectorAll<HTMLElement>("button > span:last-child > span:first-child > span");
          const cut = (e?: HTMLElement | null) =>
            !e || e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight;
          return {
            height: row.getBoundingClientRect().height,
            cut: { title: cut(words), type: cut(type), due: cut(due) },
          };
        }),
      );
      expect(looks.length).toBeGreaterThan(5);
      for (const { height, cut } of looks) {
        // Two lines of summary and one of facts, with their padding.
        expect(height).toBeLessThanOrEqual(92);
        // Facts after the type and the deadline may be truncated.
        expect(cut).toEqual({ title: false, type: false, due: false });
      }
    },
  );
}

test(
  "S15 R9 a campaign's summary has its figures next to the findings, using a desktop's width",
  long,
  async ({ browser }) => {
    const page = await openShared(browser, "developer", sizes[3]);
    await visit(page, pathOf("developer-campaign-summary"));
    const main = await page.getByRole("main").boundingBox();
    const panel = page.getByRole("tabpanel");
    const found = await panel.getByRole("heading", { name: /approved reports$/ }).boundingBox();
    const figures = await panel.getByRole("table").first().boundingBox();
    expect(figures?.y).toBe(found?.y);
    expect(figures?.x ?? 0).toBeGreaterThan((main?.x ?? Number.NaN) + (main?.width ?? 0) / 2);
    expect((main?.x ?? 0) + (main?.width ?? 0) - (figures?.x ?? 0) - (figures?.width ?? 0)).toBeLessThan(60);
  },
);

test("S19 R9 the analytics' buttons are as high as the choices next to them", long, async ({ browser }) => {
  const page = await openShared(browser, "developer", sizes[3]);
  await visit(page, pathOf("developer-analytics"));
  const panel = page.getByRole("tabpanel");
  const boxes = await Promise.all(
    [
      panel.getByRole("radiogroup").locator("label").first(),
      panel.getByRole("button", { name: "CSV" }),
      panel.getByRole("button", { name: "Print", exact: true }),
    ].map((one) => one.boundingBox()),
  );
  expect(new Set(boxes.map((box) => `${box?.y} ${box?.height}`)).size, JSON.stringify(boxes)).toBe(1);
});

test("R9 a menu in a dialog stays at its button while the page behind grows", long, async ({ browser }) => {
  const page = await openShared(browser, "developer", sizes[1]);
  await page.getByRole("button", { name: "More", exact: true }).click();
  const button = page.getByRole("button", { name: /^Organization:/ });
  await button.click();
  const entry = page.getByRole("menuitem", { name: "New organization" });
  await expect(entry).toBeVisible();
  // Like arriving rows.
  await page.getByRole("main").evaluate((main) => {
    main.style.paddingBottom = "3000px";
  });
  await resize(page, { width: 390, height: 840 });
  await entry.click();
  await expect(page.getByRole("dialog", { name: "New organization" })).toBeVisible();
});

test(
  "R9 a message is a status that stays while in use, and closes with Escape, restoring the focus",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({
      viewport: sizes[3],
      permissions: ["clipboard-write", "clipboard-read"],
    });
    const page = await openPage(context);
    await page.clock.install();
    await page.goto(product.url + pathOf("anonymous-app-store-app"));
    await settled(page);
    const share = page.getByRole("button", { name: "Share" });
    const status = messages(page).getByRole("status");
    // Must exist before its text, or screen readers would not announce it.
    await expect(status).toBeAttached();
    await share.click();
    await expect(status).toContainText(/Link copied|Copy this link/);
    const dismiss = messages(page).getByRole("button", { name: "Dismiss" });
    await dismiss.focus();
    await page.clock.fastForward(60_000);
    await expect(dismiss).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dismiss).toBeHidden();
    await expect(share).toBeFocused();
    // Not in use, so it closes. Escape closes the newest one from anywhere.
    await share.click();
    await expect(dismiss).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(10_000);
    await expect(dismiss).toBeHidden();
    await share.click();
    await expect(dismiss).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dismiss).toBeHidden();
    await context.close();
  },
);

/** Slows animations fifty times, so that the next actions run during a page change. */
async function slowMotion(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0.02 });
}

for (const size of [sizes[1], sizes[3]]) {
  test(`S9 R9 a click during a page change is not lost, at ${size.width} px`, long, async ({ browser }) => {
    const { context, page } = await openAsTester(browser, { viewport: size, reducedMotion: "no-preference" });
    await page.goto(`${product.url}/tester/tests`);
    await settled(page);
    await slowMotion(context, page);
    const path = pathOf("tester-test");
    await page.locator(`main a[href="${path}"]`).first().click();
    const apply = page.getByRole("button", { name: "Apply Now" });
    await apply.waitFor();
    await apply.evaluate((button) => button.scrollIntoView({ block: "center" }));
    const box = await apply.boundingBox();
    // Like a user, without waiting for animations as Playwright's click does.
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await context.close();
  });
}

test(
  "S1 R9 the front page's header stays on one line for signed-in users, in both languages",
  long,
  async ({ browser }) => {
    const page = await openShared(browser, "tester", sizes[1]);
    for (const language of ["en", "es"]) {
      await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
      await page.goto(product.url);
      for (const path of ["/", "/apps", "/about"]) {
        await visit(page, path);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        for (const width of [320, 390, 1440]) {
          await resize(page, { width, height: 800 });
          const seen = await page.evaluate(() => {
            const header = document.querySelector("header");
            const lines = [...(header?.querySelectorAll("a, button, select") ?? [])]
              .filter((one) => one.checkVisibility())
              .map((one) => one.getBoundingClientRect());
            return {
              sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
              high: (header?.getBoundingClientRect().height ?? 0) > 66,
              wrapped: lines.filter((box) => box.height > 58).length,
              overlapping: lines.filter((box, i) =>
                lines.some((b, j) => j > i && b.left < box.right - 1 && b.top < box.bottom && box.top < b.bottom),
              ).length,
            };
          });
          expect.soft({ path, language, width, ...seen }).toEqual({
            ...{ path, language, width },
            ...{ sideways: 0, high: false, wrapped: 0, overlapping: 0 },
          });
        }
      }
    }
  },
);

test("R9 S30 the app's header stays on one line at any width, also with longer words", long, async ({ browser }) => {
  const page = await openShared(browser, "tester", sizes[1]);
  await page.evaluate(() => localStorage.setItem("language", "es"));
  await page.goto(`${product.url}/tester`);
  await settled(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  for (const width of [320, 390, 417, 447, 480, 513, 560]) {
    await resize(page, { width, height: 800 });
    const seen = await page.evaluate(() => {
      const brand = [...document.querySelectorAll("header span")].find((one) => one.textContent === "Betaflock");
      return {
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        lines: brand?.getClientRects().length,
        high: (document.querySelector("header")?.getBoundingClientRect().height ?? 0) > 66,
        badge: (document.querySelector("[data-testid=sync-badge]")?.getBoundingClientRect().width ?? 0) > 48,
        tall: (brand?.getBoundingClientRect().height ?? 0) > 32,
      };
    });
    expect.soft({ width, ...seen }).toEqual({ width, sideways: 0, lines: 1, high: false, badge: false, tall: false });
  }
  for (const width of [667, 768, 820, 834, 844, 1024]) {
    await resize(page, { width, height: 800 });
    const over = await page.evaluate(() => {
      const controls = [...document.querySelectorAll("header[data-stays] :is(a, button, select)")].filter((e) =>
        e.checkVisibility(),
      );
      const boxes = controls.map((e) => ({ name: e.ariaLabel ?? e.textContent, box: e.getBoundingClientRect(), e }));
      return boxes.flatMap(({ name, box, e }, at) => [
        ...(e.scrollWidth > e.clientWidth + 1 ? [`${name} is wider than its box`] : []),
        ...[...e.querySelectorAll("span")]
          .filter((span) => span.checkVisibility() && span.offsetHeight > 24 && span.children.length === 0)
          .map((span) => `${span.textContent} is on two lines`),
        ...boxes.slice(at + 1).flatMap((next) => (next.box.left < box.right - 1 ? [`${name} over ${next.name}`] : [])),
      ]);
    });
    expect.soft({ width, over }).toEqual({ width, over: [] });
    // A tablet and a phone on its side have the bar, which leaves the width to the page.
    await expect.soft(page.locator("[data-bar]")).toBeVisible({ visible: width < 1024 });
    await expect.soft(page.locator("aside:has(nav)")).toBeVisible({ visible: width >= 1024 });
    const header = await page.locator("header[data-stays]").boundingBox();
    expect.soft(header?.height).toBeLessThanOrEqual(58);
  }
});

test("R3 R4 R9 nothing scrolls sideways on a tablet, where tables are cards", long, async ({ browser }) => {
  const tablet = { width: 820, height: 1180 };
  const lists = {
    developer: ["dashboard"],
    admin: ["users", "flags", "payouts", "campaigns", "apps", "activity", "rejections", "messages"],
  } as const;
  for (const visitor of ["developer", "admin"] as const) {
    const page = await openShared(browser, visitor, tablet);
    for (const name of lists[visitor]) {
      await visit(page, pathOf(`${visitor}-${name}`));
      await expect.soft.poll(() => sideways(page), name).toEqual([]);
      const search = page.getByRole("main").getByRole("searchbox");
      for (const field of await search.all())
        expect.soft((await field.boundingBox())?.width, name).toBeGreaterThan(200);
    }
  }
});

const missingPictures = (page: Page) => page.locator("span[role=img]:has(.lucide-image-off)");

test(
  "S28 R9 an app's screenshots start on a phone's first screen, and the first loads at once",
  long,
  async ({ browser }) => {
    for (const size of [{ width: 390, height: 844 }, sizes[3]]) {
      const context = await browser.newContext({ viewport: size, serviceWorkers: "block" });
      const page = await openPage(context);
      await page.goto(product.url + pathOf("anonymous-app-store-app"));
      const shots = page.getByRole("tabpanel", { name: "Details" }).getByRole("img");
      await expect(shots).toHaveCount(3);
      // A visible third is enough to recognize it.
      await expect(shots.first()).toBeInViewport({ ratio: 0.33 });
      for (const [index, loading] of ["eager", "lazy", "lazy"].entries())
        await expect(shots.nth(index)).toHaveAttribute("loading", loading);
      await expect(shots.first()).toHaveAttribute("fetchpriority", "high");
      // The whole portrait picture is visible.
      const [shown, box] = await shots
        .first()
        .evaluate((image: HTMLImageElement) => [
          [image.clientWidth / image.clientHeight, image.clientHeight] as const,
          [image.naturalWidth / image.naturalHeight, image.closest("li")?.clientHeight ?? 0] as const,
        ]);
      expect(shown[0]).toBeCloseTo(box[0], 1);
      expect(box[0]).toBeLessThan(1);
      expect(shown[1]).toBeLessThanOrEqual(box[1]);
      await context.close();
    }
  },
);

test(
  "O1 S27 S28 a missing picture leaves no broken frame, and appears once it can be loaded",
  long,
  async ({ browser }) => {
    for (const size of [sizes[1], sizes[3]]) {
      const context = await browser.newContext({ viewport: size, serviceWorkers: "block" });
      const page = await openPage(context);
      await context.route("**/storage/v1/object/public/**", (route) => route.abort("internetdisconnected"));
      const broken = () =>
        page.evaluate(
          () =>
            [...document.images].filter((one) => one.checkVisibility() && one.complete && one.naturalWidth === 0)
              .length,
        );
      await page.goto(product.url + pathOf("anonymous-app-store-app"));
      await settled(page);
      const shot = page.getByRole("img", { name: /^Screenshot 1 of/ });
      await expect(shot).toBeVisible();
      await expect(missingPictures(page).first()).toBeVisible();
      expect(await broken()).toBe(0);
      await context.unroute("**/storage/v1/object/public/**");
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await expect(page.locator('img[alt^="Screenshot 1 of"]')).toBeVisible();
      await expect(missingPictures(page)).toHaveCount(0);
      expect(await broken()).toBe(0);
      await context.close();
    }
  },
);

test(
  "O1 S28 a picture whose last retry fails just as the network returns is requested again",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: sizes[3], serviceWorkers: "block" });
    const page = await openPage(context);
    await page.clock.install();
    const tries = new Map<string, number>();
    const last: Route[] = [];
    let away = true;
    await context.route("**/storage/v1/object/public/**", async (route) => {
      const count = (tries.get(route.request().url()) ?? 0) + 1;
      tries.set(route.request().url(), count);
      if (!away) await route.continue();
      else if (count >= 5) last.push(route);
      else await route.abort("internetdisconnected");
    });
    await page.goto(product.url + pathOf("anonymous-app-store-app"));
    const missing = missingPictures(page);
    await expect(missing.first()).toBeVisible();
    await expect
      .poll(async () => {
        await page.clock.runFor(3000);
        return [...tries.values()].every((count) => count >= 5);
      })
      .toBe(true);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    away = false;
    for (const route of last) await route.abort("internetdisconnected");
    await expect
      .poll(async () => {
        await page.clock.runFor(3000);
        return missing.count();
      })
      .toBe(0);
    await context.close();
  },
);
