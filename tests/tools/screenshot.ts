// `npm run screenshot` renders the pictures of the README and the manifest from the sample data.
import { mkdirSync } from "node:fs";
import { type BrowserContextOptions, chromium, type Page } from "playwright";
import { startBackend } from "../../supabase/local/backend.ts";
import { chromiumArgs, findChromium } from "./programs.ts";

const root = new URL("../..", import.meta.url).pathname;
const folder = `${root}public/screenshots`;
mkdirSync(folder, { recursive: true });

const backend = await startBackend({ sample: true, distDir: `${root}dist` });
const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
async function enter(options: BrowserContextOptions, email: string, home: string): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(`${backend.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("betaflock-demo");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(`${backend.url}${home}`);
  return page;
}
async function take(page: Page, name: string) {
  await page.getByText("Login successful!").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^Sync: Synced/ }).waitFor();
  await page.screenshot({ path: `${folder}/${name}` });
  process.stdout.write(`${folder}/${name}\n`);
}

const desktop = await enter({ viewport: { width: 1440, height: 900 } }, "dev@betaflock.test", "/developer");
await desktop.getByRole("link", { name: "View Feedback" }).first().click();
await desktop.getByRole("button", { name: /^Approve/ }).waitFor();
await take(desktop, "review.png");
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const tester = await enter(phone, "tester@betaflock.test", "/tester");
await tester.getByRole("heading", { level: 1 }).waitFor();
await take(tester, "tester.png");
await browser.close();
await backend.stop();
process.exit(0);
