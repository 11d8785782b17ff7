// Runs Google's Lighthouse on public pages as a first visit from a phone on a slow network, and on
// a tester's dashboard as a repeat visit. Lighthouse is an optional package.
//
// Lighthouse counts the time in which a task of the page lasts more than 50 ms, by the clock. On a
// machine with few cores most of it is waiting for a core, which changes from day to day. Therefore
// the aims use the same sum and score with the processor time of the tasks.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
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
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { numericValue: number; score: number }>;
  /** Processor time, in ms, by which tasks after the first paint exceed 50 ms on a phone. */
  busy: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds, by the clock and of processor time. */
  ts: number;
  tdur?: number;
  args: { name?: string };
}

/** Lighthouse's phone is this many times slower than the machine. */
const SLOWDOWN = 4;

/** Total blocking time (web.dev/tbt) by processor time, from the trace of a page. */
function busyTime(events: readonly TraceEvent[]): number {
  const painted = events.findLast(({ name }) => name === "firstContentfulPaint");
  if (!painted) return Number.NaN;
  const isMain = ({ name, args, pid }: TraceEvent) =>
    pid === painted.pid && name === "thread_name" && args.name === "CrRendererMain";
  const main = events.find(isMain);
  return events
    .filter(({ name, pid, tid, ts }) => name === "RunTask" && pid === main?.pid && tid === main.tid && ts >= painted.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWDOWN * tdur) / 1000 - 50), 0);
}

/** The performance of a result with a different total blocking time, from 0 to 100. */
async function performanceWith({ categories, audits }: Result, blocked: number): Promise<number> {
  const { getLogNormalScore } = await import(
    new URL("../shared/statistics.js", `file://${realpathSync(program)}`).href
  );
  const score = (id: string): number =>
    // Lighthouse's curve for phones (core/audits/metrics/total-blocking-time.js).
    id === "total-blocking-time" ? getLogNormalScore({ median: 600, p10: 200 }, blocked) : (audits[id]?.score ?? 0);
  const weighed = (categories.performance?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  const weights = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round((100 * weighed.reduce((sum, { id, weight }) => sum + weight * score(id), 0)) / weights);
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
      ...[address, "--quiet", "--output=json", `--output-path=${file}`, "--save-assets"],
      ...["--throttling-method=simulate", `--throttling.cpuSlowdownMultiplier=${SLOWDOWN}`],
      ...(profile ? ["--disable-storage-reset"] : []),
      `--chrome-flags=--headless=new ${[...chromiumArgs, `--disable-features=${off}`, ...(profile ? [`--user-data-dir=${profile}`] : [])].join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, encoding: "utf8" },
  );
  if (done.status === 0) {
    const { traceEvents } = JSON.parse(readFileSync(join(folder, "result-0.trace.json"), "utf8"));
    return { ...JSON.parse(readFileSync(file, "utf8")), busy: busyTime(traceEvents) };
  }
  if (again && lostTrace.test(done.stderr)) return look(address, folder, profile, false);
  throw new Error(`Lighthouse failed: ${done.stderr}`);
}

export async function lighthouseRows(done: (row: Row) => void): Promise<void> {
  const aims: Aim[] = [
    { of: "performance, processor time", by: "median", least: 99 },
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
    const [test] =
      await product.sql`select id from campaigns where visibility = 'public' and status = 'active' order by id limit 1`;
    // Visitors without a session are redirected from the dashboard to the login page.
    for (const { path, who, seen } of [
      { path: "/", who: "" },
      { path: "/apps", who: "" },
      { path: `/tests/${test?.id}`, who: "" },
      { path: "/tester", who: ", a visitor" },
      { path: "/tester", who: ", signed in", seen: profile },
    ]) {
      const results = Array.from({ length: RUNS }, () => look(product.url + path, folder, seen));
      const score = (name: string) => results.map(({ categories }) => (categories[name]?.score ?? 0) * 100);
      const took = (name: string) => results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
      const values = {
        performance: score("performance"),
        "performance, processor time": await Promise.all(results.map((result) => performanceWith(result, result.busy))),
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
          { of: "blocked, processor time", by: "median", most: 200 },
        ],
        compare: false,
        values: {
          ...times,
          blocked: took("total-blocking-time"),
          "blocked, processor time": results.map(({ busy }) => busy),
        },
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await product.stop();
  }
}
