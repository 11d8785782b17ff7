// Answers with 200 that are not the app's files (a captive portal, half of a deploy): nothing of it
// is kept, what an earlier version kept is replaced, and a page that misses a part loads itself
// once more and then says so.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { startWorker } from "../../fixtures/browser/offline.ts";
import { expectPageErrors } from "../../fixtures/browser/page-errors.ts";
import { controlled } from "../../fixtures/browser/people.ts";
import { type Host, portalPage, startHost } from "../../fixtures/browser/static-host.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

let host: Host;
test.beforeEach(async ({ context }) => {
  host = await startHost();
  await startWorker(context);
  // The browser says so of each page that comes in the place of a module.
  expectPageErrors(/^Failed to load module script/);
});
test.afterEach(() => host.stop());

/** The app has: a page that was drawn at build time is there without it. */
const started = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-started");

/** What the worker has kept that is a page in the place of something else, or the portal's. */
const poisoned = (page: Page) =>
  page.evaluate(async (portal) => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const text = await (await caches.match(request))?.text();
        if (text === portal) found.push(new URL(request.url).pathname);
      }
    return found;
  }, portalPage);

/** Has the browser look for a new version now. @returns what became of it */
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
    const worker = registration?.installing;
    if (!worker) return registration?.waiting ? "installed" : "none";
    return new Promise<string>((done) => {
      worker.addEventListener("statechange", () => done(worker.state));
    });
  });

const keep = (page: Page, path: string, body: string, type: string) =>
  page.evaluate(
    async ([path, body, type]) => {
      const [name = ""] = (await caches.keys()).filter((key) => key.includes("-precache-"));
      const cache = await caches.open(name);
      const [key] = (await cache.keys()).filter(({ url }) => new URL(url).pathname === path);
      if (!key) throw new Error(`${path} is not kept`);
      await cache.put(key, new Response(body, { headers: { "content-type": type as string } }));
    },
    [path, body, type],
  );

test("O3 a captive portal that answers while the app is installed leaves nothing behind, and it installs once the portal is gone", async ({
  page,
  context,
}) => {
  // What the page asks for itself comes through: the worker's own requests meet the portal.
  host.portal = ({ path, dest }) => dest === "empty" && path.startsWith("/assets/");
  await page.goto(`${host.url}/login`);
  await started(page);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration ? Boolean(registration.installing) : "gone";
      }),
    )
    .toBe("gone");
  expect(await poisoned(page)).toEqual([]);
  host.portal = () => false;
  await page.reload();
  await controlled(page);
  await context.setOffline(true);
  await page.goto(`${host.url}/register`);
  await expect(page.getByLabel("Full Name")).toBeEditable();
});

test(
  "O3 a portal, or a host that answers with its page, keeps an update out: the version of before goes on, offline too",
  long,
  async ({ page, context }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    host.deploy("theme.js", (text) => `${text}// the next version\n`);
    host.portal = ({ path }) => path === "/theme.js";
    expect(await update(page)).toBe("redundant");
    expect(await poisoned(page)).toEqual([]);
    await context.setOffline(true);
    await page.goto(`${host.url}/register`);
    await expect(page.getByLabel("Full Name")).toBeEditable();
    await context.setOffline(false);
    host.portal = () => false;
    expect(await update(page)).toBe("installed");
    await expect(page.getByText("A new version is ready")).toBeVisible();
  },
);

test(
  "O3 half of a deploy, with a file of another build under a name of this one, does not install",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    host.deploy("theme.js", (text) => `${text}// the next version\n`);
    const worker = join(host.dist, "sw.js");
    // The worker is there already, the file is still that of before: its type is right.
    writeFileSync(join(host.dist, "theme.js"), readFileSync(join(host.dist, "theme.js"), "utf8").replace("// the", ""));
    expect(readFileSync(worker, "utf8")).toContain("theme.js");
    expect(await update(page)).toBe("redundant");
  },
);

test(
  "O3 what an earlier version kept of a portal is replaced: by a page that misses it, at once",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    const start = host.entry();
    await keep(page, start, portalPage, "text/html");
    const loads: string[] = [];
    page.on("load", () => loads.push(page.url()));
    await page.goto(`${host.url}/contact`);
    await expect(page.getByLabel("Message", { exact: true })).toBeEditable();
    expect(loads.length).toBeLessThanOrEqual(2);
    // And is kept again, the right one.
    await expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), start)).toBe(true);
    expect(await poisoned(page)).toEqual([]);
  },
);

test(
  "O3 what an earlier version kept of a portal is replaced by the next version, which takes over and loads the blank page",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    const start = host.entry();
    // A page of before: it knows nothing of recovering.
    const old = readFileSync(join(host.dist, "app.html"), "utf8").replace(
      /<script src="\/recover.js"[^>]*><\/script>/,
      "",
    );
    await keep(page, "/app.html", old, "text/html");
    await keep(page, start, portalPage, "text/html");
    await page.goto(`${host.url}/forgot-password`);
    await expect(page.locator("#root [role=status]")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset.started)).toBeUndefined();
    host.deploy("theme.js", (text) => `${text}// the next version\n`);
    // As the browser does by itself at a visit; the page is gone meanwhile, perhaps before it can
    // answer.
    await page.evaluate(async () => {
      void (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect(page.getByLabel("Email")).toBeEditable();
    expect(await poisoned(page)).toEqual([]);
  },
);

test("O3 R8 a page whose files a deploy has taken away loads itself once, then says so with a button, in both languages", async ({
  browser,
}) => {
  // The first module, and one that is fetched by another: the texts.
  for (const [language, words, again, missing] of [
    ["en", "Betaflock could not be loaded completely.", "Load again", host.entry()],
    ["es", "Betaflock no se pudo cargar por completo.", "Cargar de nuevo", host.assetWith("Saltar al contenido")],
  ] as const) {
    const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 390, height: 844 } });
    await context.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    const page = await context.newPage();
    const loads: string[] = [];
    page.on("load", () => loads.push(page.url()));
    host.portal = ({ path }) => path === missing;
    await page.goto(`${host.url}/login`);
    await expect(page.getByRole("alert")).toContainText(words);
    expect(loads).toHaveLength(2);
    // Pressed while nothing is better: said again, and no loop.
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: again }).click();
    await reloaded;
    await expect(page.getByRole("alert")).toContainText(words);
    expect(loads).toHaveLength(3);
    host.portal = () => false;
    await page.getByRole("button", { name: again }).click();
    await started(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await context.close();
  }
});

test("O3 R8 without a network a first visit says so, and does not load itself again", async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await context.route("**/*.js", (route) =>
    route.request().url().endsWith("/recover.js") ? route.continue() : route.abort(),
  );
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.goto(`${host.url}/login`);
  await expect(page.getByRole("alert")).toContainText("the server cannot be reached");
  expect(loads).toHaveLength(1);
  await context.close();
});

test("O3 a part that a deploy replaced while the page was open: it loads the new version once, and what was typed stays", async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${host.url}/contact`);
  await page.getByLabel("Message", { exact: true }).fill("Typed before the deploy");
  host.rename(host.asset("register"));
  // In the same page: it knows only the name of before.
  await page.evaluate(() => window.history.pushState({}, "", "/register"));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
  await expect(page.getByLabel("Full Name")).toBeEditable();
  await page.goto(`${host.url}/contact`);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Typed before the deploy");

  // Gone for good: said, with a button, and no loop.
  const gone = host.asset("forgot-password");
  rmSync(join(host.dist, gone));
  await page.goto(`${host.url}/forgot-password`);
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
  await context.close();
});

test(
  "O3 a second new version soon after the first is offered as well, and Reload takes the newest",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    const reload = page.getByRole("button", { name: "Reload" });
    // Nothing reloads by itself: somebody may be in the middle of a report.
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    for (const version of ["second", "third"]) {
      host.deploy("theme.js", (text) => `${text}// the ${version} version\n`);
      expect(await update(page)).toBe("installed");
      await expect(reload).toHaveCount(1);
      if (version === "second") {
        await page.getByRole("button", { name: "Dismiss" }).click();
        await expect(reload).toHaveCount(0);
      }
    }
    expect(loads).toBe(0);
    const navigated = page.waitForEvent("load");
    await reload.click();
    await navigated;
    const theme = await page.evaluate(async () => (await fetch("/theme.js")).text());
    expect(theme).toContain("// the third version");
  },
);
