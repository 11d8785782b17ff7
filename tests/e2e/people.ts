// What people do on the screens, in the words that they read there. Used by the stories.
import { type BrowserContext, chromium, expect, type Page } from "playwright/test";
import { chromiumArgs, findChromium } from "../tools/programs.ts";
import type { Product } from "./server.ts";

export const password = "correct horse battery";

export interface DeviceOptions {
  phone?: boolean;
  userDataDir: string;
  locale?: string;
}

/**
 * A browser with a disk of its own: closing and opening it again is closing and opening the app.
 */
export async function openDevice({
  phone = false,
  userDataDir,
  locale = "en-US",
}: DeviceOptions): Promise<BrowserContext> {
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(userDataDir, {
    args: chromiumArgs,
    ...(executablePath ? { executablePath } : {}),
    locale,
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  context.setDefaultTimeout(20_000);
  const close = context.close.bind(context);
  context.close = (options) => {
    closing.add(context);
    return close(options);
  };
  return context;
}

/**
 * Browsers that are being closed: their disk goes before their pages do, which is no error of the
 * page.
 */
const closing = new WeakSet<BrowserContext>();

/** The page of a device, with every error that reaches the console or the window noted. */
export async function openPage(context: BrowserContext, errors: string[]): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.on("pageerror", (error) => {
    if (!closing.has(context)) errors.push(`${error}\n${error.stack ?? ""}`);
  });
  // Of an error that is no native one (Dexie's) the browser tells neither its text nor where it
  // comes from.
  await context.addInitScript(() => {
    addEventListener("unhandledrejection", ({ reason }) => {
      const known = [reason?.name, reason?.message, reason?.stack, reason?.inner?.stack];
      reportError(new Error(`Unhandled: ${known.join(" | ")}`));
    });
  });
  // Nothing that people do here is told to anybody else: no font, picture or script comes from
  // another machine.
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const own = hostname === "127.0.0.1" || hostname === "localhost";
    if (/^(https?|wss?):$/.test(protocol) && !own) errors.push(`A request to another machine: ${request.url()}`);
  });
  page.on("console", (message) => {
    // A network that is cut on purpose is logged by the browser itself.
    if (closing.has(context)) return;
    if (message.type() === "error" && !/net::ERR_|Failed to load resource|WebSocket connection/.test(message.text())) {
      errors.push(message.text());
    }
  });
  return page;
}

export async function register(
  page: Page,
  url: string,
  who: { name: string; email: string; role: "tester" | "developer" },
) {
  await page.goto(`${url}/register?role=${who.role}`);
  await page.getByLabel("Full Name").fill(who.name);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created!")).toBeVisible();
  await page.waitForURL(`${url}/${who.role}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

export async function logIn(page: Page, product: Pick<Product, "url">, email: string, home: string) {
  await page.goto(`${product.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(`${product.url}${home}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** The pill in the header says that everything is on the server. */
export const synced = (page: Page) =>
  expect(page.getByRole("button", { name: /^Sync: Synced/ })).toBeVisible({ timeout: 60_000 });

/** Waits until the service worker serves this page: from now on the app opens without a network. */
export const readyForOffline = (page: Page) =>
  page.waitForFunction(
    async () => {
      await navigator.serviceWorker.ready;
      return navigator.serviceWorker.controller !== null || (await caches.keys()).length > 0;
    },
    undefined,
    // It fetches the whole app first.
    { timeout: 60_000 },
  );

/** From here on the service worker answers for this page. */
export async function controlled(page: Page): Promise<void> {
  await readyForOffline(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/**
 * Somebody logged in on a device of their own, with everything on it, and ready to go on without a
 * network.
 */
export async function settledDevice(
  product: Pick<Product, "url">,
  who: { email: string; home: string },
  device: DeviceOptions,
  errors: string[],
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openDevice(device);
  const page = await openPage(context, errors);
  await logIn(page, product, who.email, who.home);
  await synced(page);
  await readyForOffline(page);
  return { context, page };
}

/** On a small phone nothing is wider than the page. Puts the page back as wide as it was. */
export async function fitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 780 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}
