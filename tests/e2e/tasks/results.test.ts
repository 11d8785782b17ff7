// A developer reads the results of tasks and decides about a set, offline.
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, test } from "../../fixtures/browser/test.ts";
import { questionOf, stepsOf, taskOf } from "../../unit/tasks/cases.ts";

const campaignId = "0c000000-0000-4000-8000-000000000045";
const required_since = "2026-01-01T00:00:00.000Z";
const script = taskOf({ id: "t1", title: "Open the night map", steps: stepsOf("a", "b"), required_since });
const survey = taskOf({
  ...{ id: "t2", kind: "survey", title: "Your impression" },
  questions: [
    questionOf({ id: "q1", kind: "nps", text: "Would you recommend it?" }),
    questionOf({ id: "q2", kind: "text", text: "What would you change?" }),
  ],
});

const { product, dana, tess } = setUpDeveloperAndTester();
const status = async () =>
  (await product.sql`select results_status, results_review from applications where campaign_id = ${campaignId}`)[0];

test("B16 B17 O1 a developer reads a set offline, sends it back, undoes that, and accepts it", async ({ browser }) => {
  await insertCampaign(dana, { id: campaignId, title: "Night map", max_testers: 5, auto_select: true });
  await dana.insert("briefs", { id: campaignId, developer_id: dana.id, tasks: [script, survey] });
  const application = applicationId(campaignId, tess.id);
  await tess.insert("applications", { id: application, campaign_id: campaignId, tester_id: tess.id });
  const result = { version: 1, release_id: null, minutes: 4, at: new Date().toISOString() };
  await tess.patch("applications", application, {
    results: {
      t1: { ...result, state: "done", steps: { a: { mark: "pass" }, b: { mark: "fail", note: "The road is white" } } },
      t2: { ...result, state: "done", answers: { q1: 9, q2: "Darker roads" } },
    },
  });
  await tess.patch("applications", application, { results_status: "submitted" });

  const { context, page } = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
  await visit(page, `/developer/campaigns/${campaignId}?tab=results`);
  const matrix = page.getByRole("table", { name: "Results by tester and task" });
  await expect(matrix.getByText("Failed")).toBeVisible();
  await expect(matrix.getByText("Passed")).toBeVisible();
  await expect(page.getByText("1 of 1 failed")).toBeVisible();
  await expect(page.getByText("A score needs five answers.")).toBeVisible();
  await expect(page.getByText("Darker roads")).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export results" }).click();
  await page.getByRole("menuitem", { name: "JUnit XML, for CI" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xml$/);

  await context.setOffline(true);
  const dialog = page.getByRole("dialog");
  await matrix.getByRole("button", { name: "Tess Tester" }).click();
  await expect(dialog.getByText("The road is white")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send back…" }).click();
  await dialog.getByRole("button", { name: "Send back", exact: true }).click();
  await expect(dialog.getByText("Say for at least one task what to change.")).toBeVisible();
  await dialog.getByLabel("What to change in “Open the night map”").fill("Which road?");
  await dialog.getByRole("button", { name: "Send back", exact: true }).click();
  await expect(matrix.getByText("Decided")).toBeVisible();
  await matrix.getByRole("button", { name: "Undo" }).click();
  await expect(matrix.getByText("Submitted")).toBeVisible();

  await resize(page, { width: 375, height: 667 });
  await fitsPhone(page);
  await page.getByRole("button", { name: "Tess Tester" }).click();
  await fitsPhone(page);
  await dialog.getByRole("button", { name: "Accept set" }).click();
  await expect(page.getByText("Accepted", { exact: true }).first()).toBeVisible();
  await context.setOffline(false);
  await synced(page);
  expect(await status()).toEqual({ results_status: "accepted", results_review: {} });
  const rewards = await product.sql`select amount_cents from rewards where campaign_id = ${campaignId}`;
  expect(rewards).toHaveLength(1);
  await context.close();
});
