// `npm run test:screenshots [full|1000|empty] [part of a name…]` renders every screen in both
// themes, both languages and two widths, with full, empty and 1,000-row data, into the ignored
// folder .screens/. Each folder gets a sheet.html of its pictures.
import { mkdirSync, writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright";
import { password, register } from "../fixtures/browser/people.ts";
import { type Product, startProductProcess } from "../fixtures/browser/product.ts";
import { enterAs, type Screen, screensOf, settled, type Visitor } from "../fixtures/browser/screens.ts";
import startSharedPostgres from "../fixtures/shared-postgres.ts";
import { manyRows } from "./many-rows.ts";
import { chromiumArgs, ensurePrograms, findChromium } from "./programs.ts";

const kinds = ["full", "1000", "empty"] as const;
const asked = process.argv.slice(2);
const wanted = asked.filter((a) => !kinds.some((k) => k === a));
const shows = (kind: (typeof kinds)[number]) => asked.length === wanted.length || asked.includes(kind);
const folder = new URL("../../.screens/", import.meta.url).pathname;
const looks = [
  { name: "phone", viewport: { width: 390, height: 844 } },
  { name: "desktop", viewport: { width: 1440, height: 900 } },
] as const;

const missing = ensurePrograms();
if (missing.length > 0) throw new Error(missing.join("\n"));

async function takeAll(
  browser: Browser,
  url: string,
  data: string,
  screens: readonly Screen[],
  enter: (page: Page, who: Visitor) => Promise<void>,
) {
  if (screens.length === 0) return;
  for (const language of ["en", "es"]) {
    for (const visitor of new Set(screens.map((s) => s.visitor))) {
      const context = await browser.newContext({ reducedMotion: "reduce", viewport: looks[0].viewport });
      const page = await context.newPage();
      await enter(page, visitor);
      await page.evaluate((l) => localStorage.setItem("language", l), language);
      for (const screen of screens.filter((s) => s.visitor === visitor)) {
        // Opens at phone width, because some components measure themselves only once.
        await page.setViewportSize(looks[0].viewport);
        await page.goto(url + screen.path);
        await settled(page);
        // The preparation needs rows to work on.
        if (data !== "empty" || screen.path !== "/developer/storage?path=docs") await screen.prepare?.(page);
        for (const { name, viewport } of looks) {
          for (const colorScheme of ["light", "dark"] as const) {
            await page.setViewportSize(viewport);
            await page.emulateMedia({ colorScheme });
            await page.waitForFunction(() =>
              document.getAnimations().every((a) => !(a instanceof CSSTransition) || a.playState === "finished"),
            );
            const place = `${folder}${data}/${name}-${colorScheme}-${language}`;
            mkdirSync(place, { recursive: true });
            await page.screenshot({ path: `${place}/${screen.name}.png` });
          }
        }
      }
      await context.close();
    }
  }
  for (const { name } of looks)
    for (const rest of ["light-en", "dark-en", "light-es", "dark-es"])
      writeFileSync(
        `${folder}${data}/${name}-${rest}/sheet.html`,
        `<body style="margin:0;display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif;background:#888">${screens
          .map(
            (s) =>
              `<figure style="margin:0"><figcaption>${s.name}</figcaption><img width="${name === "phone" ? 260 : 620}" src="${s.name}.png"></figure>`,
          )
          .join("")}`,
      );
  process.stdout.write(`${folder}${data}\n`);
}

async function withProduct(sample: boolean, work: (product: Product) => Promise<void>) {
  const product = await startProductProcess({ sample });
  try {
    await work(product);
  } finally {
    await product.stop();
  }
}

const named = (screens: readonly Screen[]) =>
  screens.filter((s) => wanted.length === 0 || wanted.some((part) => s.name.includes(part)));
const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
async function withSampleData({ url, sql }: Product) {
  const enter = async (page: Page, who: Visitor) => {
    await page.goto(url);
    await enterAs(page, url, who);
  };
  const screens = named(await screensOf(sql));
  if (shows("full")) await takeAll(browser, url, "full", screens, enter);
  if (!shows("1000")) return;
  await manyRows(sql);
  const lists = screens.filter((s) => s.visitor !== "anonymous");
  await takeAll(browser, url, "1000", lists, enter);
}

async function withNothing({ url, sql }: Product) {
  // Screens of the nightly tests need the sample data.
  const own = named(await screensOf(sql)).filter(
    ({ visitor, path, nightly }) => visitor !== "anonymous" && !path.includes("none") && !nightly,
  );
  await takeAll(browser, url, "empty", own, async (page, who) => {
    const email = `new-${who}-${Date.now()}@example.test`;
    await register(page, url, { name: "Nora New", email, role: who === "developer" ? "developer" : "tester" });
    if (who !== "admin") return;
    await sql`update profiles set role = 'admin' where email = ${email}`;
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/login?role=admin`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
    await page.waitForURL(`${url}/admin`);
  });
}

const endPostgres = await startSharedPostgres();
try {
  if (shows("full") || shows("1000")) await withProduct(true, withSampleData);
  if (shows("empty")) await withProduct(false, withNothing);
} finally {
  await browser.close();
  await endPostgres();
}
process.exit(0);
