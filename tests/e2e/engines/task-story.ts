// Tasks in one browser: a tester runs a script and submits while the server is down; everything
// arrives once.
import { expect } from "playwright/test";
import type { ProductProcess } from "../../fixtures/browser/product.ts";
import { stepsOf, taskOf } from "../../unit/tasks/cases.ts";
import type { Browser } from "./browser.ts";
import { register, Screen } from "./screen.ts";
import { openCampaign } from "./story.ts";

const script = taskOf({
  ...{ title: "Open the night map", steps: stepsOf("a", "b", "c"), required_since: "2026-01-01T00:00:00.000Z" },
});

export async function playTasks(browser: Browser, product: ProductProcess): Promise<void> {
  const { url, sql } = product;
  const screen = new Screen(browser);
  const { campaign } = await openCampaign(product);
  await sql`insert into briefs (id, developer_id, tasks)
    select id, developer_id, ${sql.json([script] as never)} from campaigns where id = ${campaign}`;
  // A snapshot of the brief is taken when the campaign is written.
  await sql`update campaigns set updated_at = now() where id = ${campaign}`;
  await register(screen, url, { name: "Tess Tester", email: "tess@example.test", role: "tester" });
  await screen.goto(`${url}/tester/tests/${campaign}`);
  await screen.sees("text", /1 required task, about 10 minutes/);
  await screen.press("button", "Apply Now");
  await screen.press("button", "Send application");
  await screen.sees("control", /^Start: Open the night map/);
  await screen.synced();
  await screen.until("the service worker to answer", () =>
    browser.run<boolean>("await navigator.serviceWorker.ready; return navigator.serviceWorker.controller !== null;"),
  );

  await product.kill();
  await screen.goto(`${url}/tester/tests/${campaign}?offline`);
  await screen.press("control", /^Start: Open the night map/);
  await screen.sees("heading", "Step 1 of 3");
  await screen.press("button", /^Pass/);
  await screen.sees("heading", "Step 2 of 3");
  await screen.press("button", /^Fail/);
  // Not the notes on the task, which are there before the step is marked.
  await screen.fill(/^Note(?!s)/, "The road is white");
  await screen.press("button", /^3\. Do c/);
  await screen.sees("heading", "Step 3 of 3");
  await screen.press("button", /^Skip/);
  await screen.press("control", "Back to the test to submit");
  await screen.press("button", "Submit results");
  await screen.press("button", "Submit results");
  await screen.sees("button", /^Sync: Offline, \d+ changes? waiting/);

  await product.start();
  await screen.synced();
  const [row] = await sql`select results -> 't1' -> 'steps' as steps, results_status from applications`;
  expect(row).toEqual({
    steps: { a: { mark: "pass" }, b: { mark: "fail", note: "The road is white" }, c: { mark: "skip" } },
    results_status: "submitted",
  });
  expect(await sql`select code from sync_rejections`).toEqual([]);
}
