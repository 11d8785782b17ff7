// Tasks at their limits in the built app: the matrix of 500 testers, one answer, and 500 answers
// given offline. Run `npm run build` first.
import { type Browser, chromium, type Page } from "playwright/test";
import { applicationId } from "../../sync/schema/ids.ts";
import { type Results, type Task, taskLimits } from "../../sync/schema/tasks.ts";
import { jsonBytes } from "../../sync/schema/templates.ts";
import { type ApiPerson, inDays, signUpByApi } from "../fixtures/browser/api.ts";
import { readyForOffline } from "../fixtures/browser/offline.ts";
import { logIn } from "../fixtures/browser/people.ts";
import { type Product, startProductProcess } from "../fixtures/browser/product.ts";
import { chromiumArgs, findChromium } from "../tools/programs.ts";
import { taskOf } from "../unit/tasks/cases.ts";
import type { Row, Size } from "./report.ts";

const TESTERS = 500;
/**
 * 60 tasks of 40 steps exceed 64 kB: these are the most tasks with sentences, and the most steps.
 */
const MOST_TASKS = { tasks: taskLimits.tasks, steps: 5, text: "Open the map beside the lake and turn off the light." };
const MOST_STEPS = { tasks: 13, steps: taskLimits.steps, text: "Open the map, turn off the light." };
const required_since = "2026-01-01T00:00:00.000Z";

/** Ids have the length of real ones. */
const key = (of: string, at: number) => `${of}${at.toString(36).padStart(7, "0")}`;

const scripts = ({ tasks, steps, text }: { tasks: number; steps: number; text: string }): Task[] =>
  Array.from({ length: tasks }, (_, at) =>
    taskOf({
      ...{ id: key("t", at), title: `Script ${at + 1} of the night map`, minutes: 3, required_since },
      steps: Array.from({ length: steps }, (__, step) => ({ id: key("s", step), do: text, expect: text })),
    }),
  );

/** Results of all tasks, with notes up to a tester's limit. */
function fullResults(tasks: readonly Task[]): Results {
  const at = new Date().toISOString();
  const results: Results = {};
  for (const [index, { id, steps }] of tasks.entries()) {
    const marks = steps.map((step, n) => [step.id, { mark: n % 5 === index % 5 ? "fail" : "pass" }] as const);
    results[id] = {
      ...{ version: 1, release_id: null, state: "done", minutes: 3, at },
      steps: Object.fromEntries(marks),
    };
  }
  const left = (taskLimits.resultBytes - jsonBytes(results)) / tasks.length - 12;
  const note = "The road is white where the lake begins. ".repeat(30).slice(0, Math.min(taskLimits.note, left));
  for (const result of Object.values(results)) result.note = note;
  return results;
}

async function insertCampaign(developer: ApiPerson, id: string, tasks: readonly Task[]): Promise<void> {
  await developer.insert("campaigns", {
    ...{ id, developer_id: developer.id, title: "Night map", category: "travel" },
    ...{ description: "As long as a description has to be.", start_date: inDays(-3), end_date: inDays(20) },
    ...{ max_testers: TESTERS + 10, reward_amount_cents: 100, auto_select: true, status: "active" },
  });
  await developer.insert("briefs", { id, developer_id: developer.id, tasks });
}

async function insertTesters({ sql }: Product, developer: string, campaign: string, testers: number, results: Results) {
  await sql.begin(async (tx) => {
    await tx`select set_config('betaflock.seeding', 'on', true)`;
    await tx`insert into profiles (id, name, email)
      select md5('taker' || n)::uuid, 'Taker ' || n, 'taker.' || n || '@example.test' from generate_series(1, ${testers}::int) n`;
    await tx`insert into applications (id, campaign_id, tester_id, org_id, developer_id, status, accepted_at, card, results, results_status)
      select md5('taken' || n)::uuid, ${campaign}, md5('taker' || n)::uuid, ${developer}, ${developer}, 'accepted', now(),
        private.tester_card(md5('taker' || n)::uuid), ${tx.json(results as never)}, 'submitted' from generate_series(1, ${testers}::int) n`;
  });
}

const synced = (page: Page) => page.getByRole("button", { name: /^Sync: Synced/ }).waitFor({ timeout: 120_000 });

/** @returns the time from the click on the tab until rows are drawn, with nothing read before */
async function openMatrix(page: Page, url: string, campaign: string): Promise<number> {
  await page.goto(`${url}/developer/campaigns/${campaign}`);
  await synced(page);
  await page.getByRole("tab", { name: "Results" }).waitFor();
  return page.evaluate(async () => {
    const startedAt = performance.now();
    for (const tab of document.querySelectorAll<HTMLElement>('[role="tab"]'))
      if (tab.textContent?.startsWith("Results")) tab.click();
    while (document.querySelectorAll("tr[data-row]").length < 5)
      await new Promise((next) => requestAnimationFrame(next));
    return performance.now() - startedAt;
  });
}

async function matrixRow(browser: Browser, product: Product, developer: ApiPerson, size: Size, runs: number) {
  const campaign = "0d000000-0000-4000-8000-000000000044";
  const tasks = scripts(MOST_TASKS);
  await insertCampaign(developer, campaign, tasks);
  await insertTesters(product, developer.id, campaign, size(TESTERS), fullResults(tasks));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await logIn(page, product, developer.email, "/developer");
  await synced(page);
  const rows: number[] = [];
  for (let run = 0; run < runs; run++) rows.push(await openMatrix(page, product.url, campaign));
  await context.close();
  return rows;
}

/**
 * Marks all steps of the open task.
 * @returns the time of each answer until the next step is shown
 */
const markSteps = (page: Page) =>
  page.evaluate(async () => {
    const took: number[] = [];
    const total = Number(/\d+$/.exec(document.querySelector("#step")?.textContent ?? "")?.[0]);
    for (let step = 1; step <= total; step++) {
      const startedAt = performance.now();
      const shown = new Promise<void>((next) => {
        const watch = new MutationObserver(() => {
          if (!document.querySelector("#step")?.textContent?.includes(` ${step} `)) next();
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        // The last step stays.
        if (step === total) setTimeout(next, 200);
      });
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
      await shown;
      if (step < total) took.push(performance.now() - startedAt);
    }
    return took;
  });

async function offlineAnswers(
  browser: Browser,
  product: Product,
  developer: ApiPerson,
  tasks: readonly Task[],
  n: number,
) {
  const campaign = crypto.randomUUID();
  const tester = await signUpByApi(product, `Busy Tester ${n}`, "tester");
  await insertCampaign(developer, campaign, tasks);
  const application = applicationId(campaign, tester.id);
  await tester.insert("applications", { id: application, campaign_id: campaign, tester_id: tester.id });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await logIn(page, product, tester.email, "/tester");
  await synced(page);
  await page.goto(`${product.url}/tester/tests/${campaign}/tasks/${tasks[0]?.id}`);
  const heading = page.getByRole("heading", { name: /^Step 1 of/ });
  await heading.waitFor();
  await readyForOffline(page);
  await context.setOffline(true);
  const answers: number[] = [];
  for (const [at] of tasks.entries()) {
    await heading.waitFor();
    answers.push(...(await markSteps(page)));
    if (at < tasks.length - 1) await page.getByRole("link", { name: /^Next task/ }).click();
  }
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/")) calls++;
  });
  const startedAt = performance.now();
  await context.setOffline(false);
  await synced(page);
  const sent = performance.now() - startedAt;
  const [row] = await product.sql`select results from applications where id = ${application}`;
  const marks = Object.values(row?.results as Results).flatMap(({ steps }) => Object.keys(steps ?? {}));
  if (marks.length !== tasks.length * taskLimits.steps) throw new Error(`Only ${marks.length} answers arrived`);
  await context.close();
  return { answers, sent, calls };
}

export async function taskRows(runs: number, done: (row: Row) => void, size: Size): Promise<void> {
  const product = await startProductProcess();
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
  try {
    const developer = await signUpByApi(product, "Many Results", "developer");
    done({
      what: `opening the results of 60 tasks and ${size(TESTERS)} testers, 32 kB each`,
      aims: [{ of: "rows are drawn", by: "median", most: 1000 }],
      values: { "rows are drawn": await matrixRow(browser, product, developer, size, runs) },
      compare: false,
    });
    const tasks = scripts(MOST_STEPS).slice(0, size(MOST_STEPS.tasks));
    const all: Awaited<ReturnType<typeof offlineAnswers>>[] = [];
    for (let run = 0; run < Math.min(runs, 3); run++)
      all.push(await offlineAnswers(browser, product, developer, tasks, run));
    done({
      what: `answering ${tasks.length * MOST_STEPS.steps} steps offline`,
      aims: [
        { of: "an answer, until the next step is shown", by: "p95", most: 50 },
        { of: "all, from reconnecting until sent", by: "median", most: 2000 },
      ],
      values: {
        "an answer, until the next step is shown": all.flatMap(({ answers }) => answers),
        "all, from reconnecting until sent": all.map(({ sent }) => sent),
      },
      compare: false,
    });
    done({
      what: "the same: calls after reconnecting",
      aims: [{ of: "calls", by: "longest", most: 4 }],
      unit: "",
      values: { calls: all.map(({ calls }) => calls) },
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}
