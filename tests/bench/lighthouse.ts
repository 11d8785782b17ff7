// Runs Google's Lighthouse on public pages as a first visit from a phone on a slow network, and on
// a tester's dashboard as a repeat visit. Lighthouse is an optional package.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright/test";
import { type Product, startProductProcess } from "../fixtures/browser/product.ts";
import { enterAs } from "../fixtures/browser/screens.ts";
import { addressBarFeatures, chromiumArgs, findChromium } from "../tools/programs.ts";
import type { Aim, Row } from "./report.ts";

const RUNS = 3;
const program = process.env.LIGHTHOUSE ?? new URL("../../node_modules/.bin/lighthouse", import.meta.url).pathname;

interface Result {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

/**
 * Signs a tester in.
 * @returns the browser's profile with the app and its data
 */
async function signedIn(product: Product, folder: string): Promise<string> {
  const profile = join(folder, "profile");
  const executablePath = findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    args: chromiumArgs,
    ...(executablePath ? { executablePath } : {}),
  });
  const page = await context.newPage();
  await enterAs(page, product.url, "tester");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.close();
  return profile;
}

/**
 * Features that Lighthouse switches off (chrome-launcher 1.2), and the address bar, which phones
 * lack.
 */
const off = [
  ...["Translate", "OptimizationHints", "MediaRouter", "DialMediaRouteProvider", "CalculateNativeWinOcclusion"],
  ...["InterestFeedContentSuggestions", "CertificateTransparencyComponentUpdater", "AutofillServerCommunication"],
  ...["PrivacySandboxSettings4", "RenderDocument"],
  ...addressBarFeatures,
];

/** Lighthouse sometimes loses a trace on any page. Then the measurement runs again. */
const lostTrace = /NO_NAVSTART/;

function look(address: string, folder: string, profile?: string, again = true): Result {
  const file = join(folder, "result.json");
  const done = spawnSync(
    program,
    [
      ...[address, "--quiet", "--output=json", `--output-path=${file}`, "--throttling-method=simulate"],
      ...(profile ? ["--disable-storage-reset"] : []),
      `--chrome-flags=--headless=new ${[...chromiumArgs, `--disable-features=${off}`, ...(profile ? [`--user-data-dir=${profile}`] : [])].join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, encoding: "utf8" },
  );
  if (done.status === 0) return JSON.parse(readFileSync(file, "utf8")) as Result;
  if (again && lostTrace.test(done.stderr)) return look(address, folder, profile, false);
  throw new Error(`Lighthouse failed: ${done.stderr}`);
}

export async function lighthouseRows(done: (row: Row) => void): Promise<void> {
  const aims: Aim[] = [
    { of: "performance", by: "median", least: 95 },
    { of: "accessibility", by: "median", least: 100 },
    { of: "best practices", by: "median", least: 100 },
    { of: "search engines", by: "median", least: 100 },
  ];
  if (!existsSync(program)) {
    const note =
      "not installed: npm i --prefix <folder> lighthouse, and LIGHTHOUSE=<folder>/node_modules/.bin/lighthouse";
    return done({ what: "Lighthouse, mobile", aims: [], values: {}, note });
  }
  const product = await startProductProcess({ sample: true });
  const folder = mkdtempSync(join(tmpdir(), "betaflock-lighthouse-"));
  try {
    const profile = await signedIn(product, folder);
    // Visitors without a session are redirected from the dashboard to the login page.
    for (const { path, who, seen } of [
      { path: "/", who: "" },
      { path: "/apps", who: "" },
      { path: "/tester", who: ", a visitor" },
      { path: "/tester", who: ", signed in", seen: profile },
    ]) {
      const results = Array.from({ length: RUNS }, () => look(product.url + path, folder, seen));
      const score = (name: string) => results.map(({ categories }) => (categories[name]?.score ?? 0) * 100);
      const took = (name: string) => results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
      const values = {
        performance: score("performance"),
        accessibility: score("accessibility"),
        "best practices": score("best-practices"),
        "search engines": score("seo"),
      };
      done({ what: `Lighthouse, mobile, ${path}${who}`, aims, unit: "of 100", compare: false, values });
      const times = {
        "first paint": took("first-contentful-paint"),
        "largest paint": took("largest-contentful-paint"),
      };
      done({
        what: `Lighthouse, mobile, ${path}${who}, times`,
        aims: [
          { of: "largest paint", by: "median", most: 2500 },
          { of: "blocked", by: "median", most: 200 },
        ],
        compare: false,
        values: { ...times, blocked: took("total-blocking-time") },
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await product.stop();
  }
}
