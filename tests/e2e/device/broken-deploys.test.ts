// Responses with 200 that are not the app's files (a captive portal, a partial deploy): they are
// not cached, earlier ones are replaced, and a page that lacks a part reloads once and then reports
// it.
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
  // The browser logs this for each page that arrives instead of a module.
  expectPageErrors(/^Failed to load module script/);
});
test.afterEach(() => host.stop());

/** Waits until the app has started, because prerendered pages appear without it. */
const started = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-started");

/** Returns cached URLs with wrong content: HTML instead of another file, or a portal's page. */
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

/**
 * Makes the browser check for an update.
 * @returns its result
 */
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

test(
  "O3 a captive portal during installation leaves nothing in the cache, and the app installs after the portal disappears",
  long,
  async ({ page, context }) => {
    // The page's own requests succeed, and the worker's meet the portal.
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
  },
);

test(
  "O3 a portal, or a host that answers with its page, blocks an update: the previous version continues, offline too",
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
  "O3 a partial deploy, with another build's file under a name of this one, does not install",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    host.deploy("theme.js", (text) => `${text}// the next version\n`);
    const worker = join(host.dist, "sw.js");
    // The new worker exists, but the file is still the previous one, with the right type.
    writeFileSync(join(host.dist, "theme.js"), readFileSync(join(host.dist, "theme.js"), "utf8").replace("// the", ""));
    expect(readFileSync(worker, "utf8")).toContain("theme.js");
    expect(await update(page)).toBe("redundant");
  },
);

test(
  "O3 a portal's response that an earlier version cached is replaced at once by a page that lacks it",
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
    // The right one is cached again.
    await expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), start)).toBe(true);
    expect(await poisoned(page)).toEqual([]);
  },
);

test(
  "O3 a portal's response that an earlier version cached is replaced by the next version, which takes over and loads the blank page",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    const start = host.entry();
    // An older page, without the recovery script.
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
    // Browsers check automatically at a visit. The page may navigate before it can respond.
    await page.evaluate(async () => {
      void (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect(page.getByLabel("Email")).toBeEditable();
    expect(await poisoned(page)).toEqual([]);
  },
);

test(
  "O3 R8 a page whose files a deploy deleted reloads once, then shows a message with a button, in both languages",
  long,
  async ({ browser }) => {
    // The first module, and one that another module fetches: the texts.
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
      // Pressed before the deploy is fixed: the message appears again, without a loop.
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
  },
);

test("O3 R8 a first visit offline shows a message, and does not reload again", long, async ({ browser }) => {
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

test(
  "O3 a part that a deploy replaced while the page was open: it loads the new version once, and keeps the input",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(`${host.url}/contact`);
    await page.getByLabel("Message", { exact: true }).fill("Typed before the deploy");
    host.rename(host.asset("register"));
    // The same page knows only the previous name.
    await page.evaluate(() => window.history.pushState({}, "", "/register"));
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent("popstate")));
    await expect(page.getByLabel("Full Name")).toBeEditable();
    await page.goto(`${host.url}/contact`);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Typed before the deploy");

    // Deleted for good: a message with a button, and no loop.
    const gone = host.asset("forgot-password");
    rmSync(join(host.dist, gone));
    await page.goto(`${host.url}/forgot-password`);
    await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
    await context.close();
  },
);

test(
  "O3 a second new version soon after the first is offered as well, and Reload loads the newest",
  long,
  async ({ page }) => {
    await page.goto(`${host.url}/login`);
    await controlled(page);
    const reload = page.getByRole("button", { name: "Reload" });
    // Never reloads automatically, because the user may be writing a report.
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
