// A developer with 2,000 open reports in the built app: decides ten by keyboard, then the rest at
// once; and searches 5,000 letter by letter. Run `npm run build` first.
import { chromium, type Page } from "playwright/test";
import { applicationId } from "../../sync/schema/ids.ts";
import { inDays, signUpByApi } from "../fixtures/browser/api.ts";
import { readyForOffline } from "../fixtures/browser/offline.ts";
import { logIn } from "../fixtures/browser/people.ts";
import { type Product, startProductProcess } from "../fixtures/browser/product.ts";
import { chromiumArgs, findChromium } from "../tools/programs.ts";
import type { Row, Size } from "./report.ts";
import { longTasks } from "./screens.ts";

const REPORTS = 2000;
const SEARCHED = 5000;
/** A typical length, with accents. */
const DETAILS =
  "La aplicación se cierra después de abrir el mapa. I tried it twice, with and without a network. ".repeat(5);

/**
 * Creates a campaign with open reports.
 * @returns its reviewer and address
 */
async function backlog(product: Product, reports: number): Promise<{ email: string; path: string }> {
  const developer = await signUpByApi(product, "Many Reports", "developer");
  const tester = await signUpByApi(product, "Busy Writer", "tester");
  const campaign = "0d000000-0000-4000-8000-000000000009";
  await developer.insert("campaigns", {
    ...{ id: campaign, developer_id: developer.id, title: "Two thousand reports", category: "travel" },
    ...{ description: "As long as a description has to be.", start_date: inDays(-3), end_date: inDays(20) },
    ...{ max_testers: 5, reward_amount_cents: 100, auto_select: true, status: "active" },
  });
  const application = applicationId(campaign, tester.id);
  await tester.insert("applications", { id: application, campaign_id: campaign, tester_id: tester.id });
  await product.sql.begin(async (tx) => {
    await tx`select set_config('betaflock.seeding', 'on', true)`;
    await tx`insert into feedback (id, campaign_id, application_id, tester_id, developer_id, type, rating, summary, details, status,
        captured_at, received_at)
      select gen_random_uuid(), ${campaign}, ${application}, ${tester.id}, ${developer.id}, 'bug', 3, 'Report number ' || n, ${DETAILS},
        'submitted', now() - make_interval(mins => n), now() from generate_series(1, ${reports}) n`;
  });
  return { email: developer.email, path: `/developer/campaigns/${campaign}/feedback` };
}

/**
 * Approves the open report with three keys.
 * @returns the time until the next report opens
 */
async function answerOne(page: Page): Promise<number> {
  const heading = page.locator("#report-heading");
  const before = await heading.textContent();
  const startedAt = performance.now();
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "Approve this report" }).waitFor();
  await page.keyboard.press("4");
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => document.querySelector("#report-heading")?.textContent !== old, before);
  // The dialog handles keys until it has closed.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return performance.now() - startedAt;
}

export async function reviewRows(runs: number, done: (row: Row) => void, size: Size): Promise<void> {
  await searchRow(runs, size(SEARCHED), done);
  await answerRow(runs, size(REPORTS), done);
}

/** Measures how long a letter blocks the page, and the cost of the filtered list after it. */
async function searchRow(runs: number, reports: number, done: (row: Row) => void): Promise<void> {
  const values: Record<string, number[]> = { "a letter": [], "processor, with its list": [] };
  const product = await startProductProcess();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
  try {
    const { email, path } = await backlog(product, reports);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await logIn(page, product, email, "/developer");
    await page.getByRole("button", { name: /^Sync: Synced/ }).waitFor({ timeout: 120_000 });
    await page.goto(product.url + path);
    await page.getByRole("heading", { name: /^Report number/ }).waitFor({ timeout: 60_000 });
    await readyForOffline(page);
    await page.context().setOffline(true);
    const search = page.getByRole("searchbox", { name: "Search reports" });
    await search.click();
    await timeKeys(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const worked = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? 0) * 1000;
    };
    for (let run = 0; run < Math.min(runs, 3); run++) {
      await page.waitForTimeout(1000);
      for (const letter of "mapa network") {
        const before = await worked();
        await page.keyboard.press(letter === " " ? "Space" : letter);
        // The list updates after a short pause in typing.
        await page.waitForTimeout(350);
        values["processor, with its list"]?.push((await worked()) - before);
      }
      await search.fill("");
    }
    const keys = await page.evaluate(() => (window as never as { keys: number[] }).keys);
    values["a letter"]?.push(...keys);
  } finally {
    await browser.close();
    await product.stop();
  }
  done({
    what: `searching ${reports.toLocaleString("en")} reports`,
    aims: [{ of: "a letter", by: "p95", most: 16 }],
    values,
    compare: false,
    note: "A letter: from its event to the end of all that answers it. The list follows 200 ms after the last one, drawn in pieces.",
  });
}

/** Records in the page how long each letter takes, including React's rendering. */
const timeKeys = (page: Page) =>
  page.evaluate(() => {
    const keys: number[] = [];
    let startedAt = 0;
    document.addEventListener("keydown", () => (startedAt = performance.now()), { capture: true });
    // A message arrives after the current task has ended.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // Ignores input events without a key press, such as clearing the field.
      if (startedAt > 0) keys.push(performance.now() - startedAt);
      startedAt = 0;
    };
    document.addEventListener("input", () => port2.postMessage(null), { capture: true });
    Object.assign(window, { keys });
  });

async function answerRow(runs: number, reports: number, done: (row: Row) => void): Promise<void> {
  const values: Record<string, number[]> = {
    "ten reports by keyboard": [],
    "longest task meanwhile": [],
    "all others at once, until written here": [],
    "longest task of that": [],
  };
  // Each report is a change, and some bring a second one.
  const waiting = new RegExp(`^Sync: Offline, ${reports.toLocaleString("en").slice(0, -1)}\\d changes waiting`);
  for (let run = 0; run < Math.min(runs, 3); run++) {
    const product = await startProductProcess();
    const executablePath = findChromium();
    const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
    try {
      const { email, path } = await backlog(product, reports);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await logIn(page, product, email, "/developer");
      await page.getByRole("button", { name: /^Sync: Synced/ }).waitFor({ timeout: 120_000 });
      await page.goto(product.url + path);
      await page.getByRole("heading", { name: /^Report number/ }).waitFor({ timeout: 60_000 });
      await readyForOffline(page);
      await page.context().setOffline(true);
      const tasks = await longTasks(page);
      let ten = 0;
      for (let n = 0; n < 10; n++) ten += await answerOne(page);
      values["ten reports by keyboard"]?.push(ten);
      values["longest task meanwhile"]?.push(Math.max(0, ...(await tasks())));
      await page.getByText(/^Select all [\d,]+ pending reports$/).click();
      await page.getByRole("button", { name: "Approve", exact: true }).first().click();
      await page.getByRole("dialog").getByRole("radio", { name: "4 stars" }).check({ force: true });
      const startedAt = performance.now();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Approve [\d,]+ reports$/ })
        .click();
      await page.getByRole("button", { name: waiting }).waitFor({ timeout: 120_000 });
      values["all others at once, until written here"]?.push(performance.now() - startedAt);
      values["longest task of that"]?.push(Math.max(0, ...(await tasks())));
    } finally {
      await browser.close();
      await product.stop();
    }
  }
  done({
    what: `reviewing, ${reports.toLocaleString("en")} reports wait`,
    aims: [
      { of: "ten reports by keyboard", by: "median", most: 10_000 },
      { of: "longest task meanwhile", by: "longest", most: 50 },
      { of: "longest task of that", by: "longest", most: 50 },
    ],
    values,
    compare: false,
    note: "Answers are held for some seconds before they are written, so that they can be taken back: included.",
  });
}
