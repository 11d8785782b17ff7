// Prerendered public pages: visible before any script, unchanged when scripts start, and never
// another visitor's page.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright/test";
import { insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { holdRequests } from "../../fixtures/browser/held-requests.ts";
import { fitsPhone, openPage } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct();

const holdScripts = (context: BrowserContext) => holdRequests(context, "**/assets/*.js");
const titles = {
  "/": {
    en: "Beta testing that works wherever people are",
    es: "Pruebas beta que funcionan allí donde está la gente",
    tab: "Betaflock: beta testing that works anywhere",
  },
  "/about": { en: "About Betaflock", es: "Acerca de Betaflock", tab: "About Betaflock · Betaflock" },
  "/terms": { en: "Terms of Service", es: "Términos del servicio", tab: "Terms of Service · Betaflock" },
  "/privacy": { en: "Privacy Policy", es: "Política de privacidad", tab: "Privacy Policy · Betaflock" },
  "/contact": { en: "Contact", es: "Contacto", tab: "Contact · Betaflock" },
  "/register": { en: "Create your account", es: "Crea tu cuenta", tab: "Create your account · Betaflock" },
  "/login": { en: "Welcome back", es: "Qué bien verte de nuevo", tab: "Welcome back · Betaflock" },
  /** Only the frame and placeholders for the list are prerendered. */
  "/apps": { en: "App Store", es: "Tienda de apps", tab: "App Store · Betaflock" },
} as const;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** Waits until the app has taken over the page. */
const alive = (page: Page) => expect(page.locator("html")).not.toHaveAttribute("data-drawn");

test("R1 S1 S2 S3 S5 S27 the front page, About, Terms, Privacy, Contact, login and registration are readable before any script runs, and the App Store has a skeleton", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // The smallest phone.
  await page.setViewportSize({ width: 320, height: 568 });
  const descriptions = new Set<string | null>();
  for (const [path, { en, tab }] of Object.entries(titles)) {
    await page.goto(product.url + path);
    await expect(heading(page)).toHaveText(en);
    await expect(heading(page)).toBeVisible();
    // A search result's two lines: each page has its own.
    await expect(page).toHaveTitle(tab);
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveAttribute("content", /^.{60,160}$/);
    descriptions.add(await description.getAttribute("content"));
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", product.url + path);
    await expect(page.locator('meta[property="og:description"]')).toHaveAttribute("content", /^.{60,160}$/);
    const [name, to] = path === "/register" ? ["Log In", /^\/login/] : ["Sign Up", /^\/register/];
    const wayIn = page.getByRole("banner").getByRole("link", { name });
    await expect(wayIn).toBeInViewport({ ratio: 1 });
    await expect(wayIn).toHaveAttribute("href", to);
  }
  expect(descriptions.size).toBe(8);
  // A form says that it needs scripts, and accepts no input that would be lost.
  for (const path of ["/contact", "/login", "/register"]) {
    await page.goto(product.url + path);
    const notice = page.locator("noscript");
    await expect(notice).toBeVisible();
    expect(await notice.textContent()).toContain("Betaflock needs JavaScript to run.");
    for (const control of await page.locator("form :is(button, input, textarea)").all())
      await expect(control).toBeDisabled();
  }
  // Any other path gets an empty page, so the front page never appears under another address.
  await page.goto(`${product.url}/join`);
  await expect(heading(page)).toHaveCount(0);
  await expect(page).toHaveTitle("Betaflock");
  await context.close();
});

test("B12 S1 the front page shows running tests and their rewards, and works without them when the server is down", async ({
  browser,
}) => {
  const dana = await signUpByApi(product, "Dana Developer", "developer");
  await insertCampaign(dana, { id: randomUUID(), title: "Night map for hikers", reward_amount_cents: 2500 });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await openPage(context);
  await page.goto(product.url);
  await alive(page);
  await page.locator("#features-title").scrollIntoViewIfNeeded();
  const card = page.getByRole("article").filter({ hasText: "Night map for hikers" });
  await expect(card).toContainText("$25.00");
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  await card.getByRole("link", { name: "Night map for hikers" }).click();
  await expect(page).toHaveURL(/\/tests\//);
  await context.route("**/rpc/latest_tests", (route) => route.abort());
  await page.goto(product.url);
  await alive(page);
  await page.locator("#features-title").scrollIntoViewIfNeeded();
  await expect(page.getByRole("heading", { name: "Platform features" })).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Looking for testers right now" })).toHaveCount(0);
  await context.close();
});

test("R6 the terms and the privacy policy link to the user's own actions, in both languages", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await openPage(context);
  const main = page.getByRole("main");
  for (const [lang, texts] of Object.entries({
    en: {
      copy: "download a copy of all of it",
      remove: "delete your account",
      myself: "You do this yourself, at any time and without giving a reason.",
    },
    es: {
      copy: "descargas una copia de todos ellos",
      remove: "eliminas tu cuenta",
      myself: "Lo haces tú, cuando quieras y sin dar motivos.",
    },
  })) {
    await page.goto(`${product.url}/privacy`);
    await page.getByLabel("Language").or(page.getByLabel("Idioma")).selectOption(lang);
    await expect(main.getByText(texts.myself, { exact: false })).toBeVisible();
    await expect(main.getByRole("link", { name: texts.copy })).toHaveAttribute("href", "/account#own-data");
    await expect(main.getByRole("link", { name: texts.remove })).toHaveAttribute("href", "/account#delete-account");
    await page.goto(`${product.url}/terms`);
    await expect(main.locator('a[href="/account#delete-account"]')).toHaveCount(1);
  }
  await context.close();
});

test("S1 the prerendered page stays and becomes interactive; nothing is rendered twice", long, async ({ browser }) => {
  for (const path of ["/", "/about", "/terms", "/privacy"] as const) {
    const context = await browser.newContext();
    const page = await openPage(context);
    const traced: string[] = [];
    await page.exposeFunction("told", (message: string) => traced.push(message));
    await page.addInitScript(() => {
      const { told } = window as unknown as { told: (message: string) => void };
      window.addEventListener("betaflock:trace", (event) => {
        told((event as CustomEvent<{ message: string }>).detail.message);
      });
    });
    const go = await holdScripts(context);
    await page.goto(product.url + path, { waitUntil: "commit" });
    await expect(heading(page)).toBeVisible();
    await expect(page).toHaveTitle(titles[path].tab);
    await page.evaluate(() => {
      document.title = "Not set by the app yet";
      document.querySelector("h1")?.setAttribute("data-mine", "yes");
    });
    go();
    await alive(page);
    await expect(page).toHaveTitle(titles[path].tab);
    await page.getByLabel("Language").selectOption("es");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(heading(page)).toHaveText(titles[path].es);
    await expect(heading(page)).toHaveAttribute("data-mine", "yes");
    expect(traced).toEqual([]);
    await context.close();
  }
});

test("S1 R8 the front page's animation plays once; with reduced motion it is static", long, async ({ browser }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion });
    const page = await openPage(context);
    await page.goto(product.url);
    const picture = page.locator("main [inert]");
    const looks = (text: string) =>
      picture
        .getByText(text, { exact: true })
        .first()
        .evaluate((one) => {
          // The labels around it describe it.
          const badge = one.closest(".rounded-full") ?? one;
          const { opacity, display } = getComputedStyle(badge);
          return display === "none" ? "absent" : Number(opacity) === 0 ? "gone" : "there";
        });
    const seen = async () => [await looks("Offline, 2 changes waiting"), await looks("Synced")];
    await expect.poll(seen).toEqual(reducedMotion === "reduce" ? ["there", "absent"] : ["gone", "there"]);
    const moves = () =>
      picture.evaluate((one) => one.getAnimations({ subtree: true }).some((a) => a.playState === "running"));
    await expect.poll(moves).toBe(false);
    await context.close();
  }
});

test(
  "S4 S5 S6 a desktop shows the product next to the sign-in forms; a phone shows the form first",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await openPage(context);
    for (const path of ["/login", "/register", "/forgot-password"]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(product.url + path);
      await expect(page.getByText("The run stops counting when the screen locks")).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByText("The run stops counting when the screen locks")).toHaveCount(0);
      const place = await heading(page).boundingBox();
      expect(place?.y).toBeLessThan(120);
      await fitsPhone(page);
    }
    await context.close();
  },
);

test("S27 the App Store's skeleton stays until its page replaces it, without a blank moment", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await openPage(context);
  const go = await holdScripts(context);
  await page.goto(`${product.url}/apps?q=map`, { waitUntil: "commit" });
  await expect(heading(page)).toHaveText("App Store");
  await page.evaluate(() => {
    const seen = window as { gaps?: number };
    seen.gaps = 0;
    document.querySelector("h1")?.setAttribute("data-mine", "yes");
    new MutationObserver(() => {
      if (!document.querySelector("h1")) seen.gaps = (seen.gaps ?? 0) + 1;
    }).observe(document, { childList: true, subtree: true });
  });
  go();
  await alive(page);
  await expect(heading(page)).toHaveText("App Store");
  await expect(heading(page)).not.toHaveAttribute("data-mine");
  await expect(page.getByRole("searchbox", { name: "Search apps" })).toHaveValue("map");
  await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
  expect(await page.evaluate(() => (window as { gaps?: number }).gaps)).toBe(0);
  await context.close();
});

test(
  "S1 S30 visitors with another language, a home page or the admins' logo never see a flash of the English front page",
  long,
  async ({ browser }) => {
    const kept = {
      language: "es",
      home: "tester",
      theme: "dark",
      site: JSON.stringify({ site: { multilingual: false } }),
    };
    const visits = ["/", "/apps", "/contact", "/login", "/register"].flatMap((path) =>
      Object.entries(kept).map(([key, value]) => ({ path, key, value })),
    );
    for (const { path, key, value } of visits) {
      const context = await browser.newContext({ serviceWorkers: "block" });
      await context.addInitScript(([name, text]) => localStorage.setItem(name ?? "", text ?? ""), [key, value]);
      const page = await context.newPage();
      const go = await holdScripts(context);
      await page.goto(product.url + path, { waitUntil: "commit" });
      await expect(page.locator("html")).toHaveAttribute("data-drawn", "no");
      await expect(heading(page)).toBeHidden();
      go();
      await alive(page);
      await expect(heading(page)).toBeVisible();
      await context.close();
    }
  },
);

test(
  "S5 R1 a visitor of a signed-in page sees the login page and the reason before the app loads",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await openPage(context);
    const notice = page.getByRole("main").getByRole("status");
    const go = await holdScripts(context);
    const wanted = "/tester/tests?q=map&fits=true";
    await page.goto(product.url + wanted, { waitUntil: "commit" });
    await expect(heading(page)).toHaveText("Welcome back");
    await expect(page).toHaveURL(`${product.url}/login?redirect=${encodeURIComponent(wanted)}`);
    await expect(notice).toContainText("Please log in to access this page.");
    await expect(page.locator("input[type=checkbox]")).toBeChecked();
    // Input at this time would be lost.
    for (const control of await page.locator("button, input, select").all()) await expect(control).toBeDisabled();
    await page.evaluate(() => {
      const seen = window as { moved?: number };
      seen.moved = 0;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries())
          seen.moved = (seen.moved ?? 0) + ((shift as { value?: number }).value ?? 0);
      }).observe({ type: "layout-shift", buffered: true });
    });
    go();
    await alive(page);
    await expect(notice).toContainText("Please log in to access this page.");
    await page.getByLabel("Email").fill("tess@example.com");
    // Letters move by less than a pixel when their font has loaded.
    expect(await page.evaluate(() => (window as { moved?: number }).moved)).toBeLessThan(0.001);
    await context.close();

    // The other cases show neither: no redirect, or another page.
    for (const [path, seen] of [
      ["/login", true],
      ["/login?role=admin", false],
      ["/login?email=tess%40example.com", false],
    ] as const) {
      const other = await browser.newContext({ serviceWorkers: "block" });
      const visit = await other.newPage();
      const open = await holdScripts(other);
      await visit.goto(product.url + path, { waitUntil: "commit" });
      await expect(heading(visit)).toBeVisible({ visible: seen });
      await expect(visit.getByText("Please log in to access this page.")).toBeHidden();
      open();
      await alive(visit);
      await expect(heading(visit)).toHaveText(path.includes("admin") ? "Admin Login" : "Welcome back");
      await expect(visit.getByText("Please log in to access this page.")).toHaveCount(0);
      await other.close();
    }
  },
);

test("S5 R1 a visitor's login page loads no database before the visitor fills in the form", async ({ page }) => {
  await page.goto(`${product.url}/tester`);
  await expect(heading(page)).toHaveText("Welcome back");
  const engine = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.includes("/assets/engine-"))
        .map(({ startTime }) => startTime),
    );
  await alive(page);
  expect(await engine()).toEqual([]);
  await page.getByLabel("Email").focus();
  await expect.poll(engine).toHaveLength(1);
});

for (const path of ["/login", "/register"])
  test(
    `R9 S4 S5 no word moves when the font loads (${path})`,
    path === "/login" ? {} : long,
    async ({ context, page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const release = await holdRequests(context, "**/*.woff2");
      // Inter's fallback font is available at once.
      const loaded = () =>
        page.evaluate(() => [...document.fonts].filter((font) => font.status === "loaded").map((font) => font.family));
      const places = () =>
        page.locator("a:visible, button:visible").evaluateAll((all) =>
          all.map((one) => {
            const { x, y } = one.getBoundingClientRect();
            return { x, y };
          }),
        );
      await page.goto(product.url + path, { waitUntil: "commit" });
      await alive(page);
      expect(await loaded()).toEqual(["Inter Fallback"]);
      const before = await places();
      release();
      await expect.poll(loaded, { timeout: 15_000 }).toContain("Inter Variable");
      const after = await places();
      expect(after).toHaveLength(before.length);
      const moved = before.map(({ x, y }, index) => Math.hypot(x - (after[index]?.x ?? 0), y - (after[index]?.y ?? 0)));
      expect(moved.filter((pixels) => pixels >= 4)).toEqual([]);
    },
  );

test("R1 scripts wait for the style and the font of a page", async ({ request }) => {
  const scripts = async (path: string) => {
    const html = await (await request.get(product.url + path)).text();
    return html.match(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g) ?? [];
  };
  for (const path of [...Object.keys(titles), "/tester"]) {
    const found = await scripts(path);
    expect(found.length).toBeGreaterThan(2);
    for (const tag of found) expect(tag).toContain('fetchpriority="low"');
  }
});

test("R1 a prerendered page requests its scripts after it is painted", long, async ({ page }) => {
  for (const path of Object.keys(titles)) {
    await page.goto(product.url + path);
    await alive(page);
    const { painted, asked } = await page.evaluate(() => ({
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      asked: performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    }));
    expect(asked.length).toBeGreaterThan(2);
    expect(Math.min(...asked)).toBeGreaterThan(painted);
  }
});

test(
  "R1 a first visit caches the app after its page has loaded; offline, as soon as there is a network",
  long,
  async ({ browser }) => {
    const context = await browser.newContext();
    // Recorded but not run, so that each visit is a first one.
    await context.addInitScript(() => {
      const times: number[] = [];
      Object.assign(window, { times });
      navigator.serviceWorker.register = () => {
        times.push(performance.now());
        return new Promise(() => undefined);
      };
    });
    const page = await context.newPage();
    const registered = () => page.evaluate(() => (window as { times?: number[] }).times ?? []);
    await page.goto(product.url);
    await expect.poll(registered).toHaveLength(1);
    expect((await registered())[0]).toBeGreaterThan(4_900);

    const session = await context.newCDPSession(page);
    const cut = (offline: boolean) =>
      session.send("Network.emulateNetworkConditions", {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    await page.goto(product.url);
    await alive(page);
    await cut(true);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
    expect(await registered()).toEqual([]);
    await cut(false);
    await expect.poll(registered).toHaveLength(1);
    await context.close();
  },
);
