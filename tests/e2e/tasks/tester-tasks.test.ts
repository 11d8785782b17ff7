// A tester does the tasks of a test on a phone without a network: a script with a failure, a survey
// and a check-in. Later everything arrives once.
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import type { Results, Task } from "../../../sync/schema/tasks.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { questionOf, stepsOf, taskOf } from "../../unit/tasks/cases.ts";

const campaignId = "0c000000-0000-4000-8000-000000000044";
const at = `/tester/tests/${campaignId}`;
// The server sets the time.
const required_since = "2026-01-01T00:00:00.000Z";
const script = taskOf({ id: "t1", title: "Open the night map", steps: stepsOf("a", "b", "c"), required_since });
const survey = taskOf({
  ...{ id: "t2", kind: "survey", title: "Your impression", minutes: 2, required_since },
  questions: [
    questionOf({ id: "q1", kind: "sus", text: "" }),
    questionOf({ id: "q2", kind: "nps", text: "Would you recommend it?" }),
    questionOf({ id: "q3", kind: "single", text: "Where did you try it?", options: ["Tent", "Forest"] }),
    questionOf({ id: "q4", kind: "multiple", text: "What dazzled you?", options: ["Roads", "Lakes"] }),
    questionOf({ id: "q5", kind: "text", text: "What would you change?", required: false }),
    questionOf({ id: "q6", kind: "number", text: "How many nights?", required: false }),
  ],
});
const explore = taskOf({
  ...{ id: "t3", kind: "explore", title: "Look around", minutes: 0 },
  evidence: { minutes: 5, code: true, photo: true },
});
const checkIn = taskOf({ id: "t4", kind: "check_in", title: "Daily look", days: 14, minutes: 1 });

const { product, dana, tess } = setUpDeveloperAndTester();

async function start(tasks: readonly Task[], id = campaignId) {
  await insertCampaign(dana, { id, title: "Night map", max_testers: 5, auto_select: true });
  await dana.insert("briefs", { id, developer_id: dana.id, tasks });
  await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
}

const resultsIn = async (id = campaignId) => {
  const [row] = await product.sql`
    select results, results_status from applications where campaign_id = ${id} and tester_id = ${tess.id}`;
  return row as { results: Results; results_status: string } | undefined;
};
const mark = (page: Page, name: string) =>
  page.getByRole("group", { name: "Result of this step" }).getByRole("button", { name });

test("B16 O1 S10 a tester runs a script, answers a survey and submits offline; everything arrives once", async ({
  browser,
}) => {
  await start([script, survey, explore, checkIn]);
  const visitor = await openDevice(browser);
  const publicPage = await visitor.newPage();
  await publicPage.goto(`${product.url}/tests/${campaignId}`);
  await expect(publicPage.getByText("2 required tasks, about 12 minutes. You earn the reward once")).toBeVisible();
  await visitor.close();
  const { context, page } = await enter(await openDevice(browser, { phone: true }), product, {
    email: tess.email,
    home: "/tester",
  });
  await expect(page.getByText("0 of 4 tasks")).toBeVisible();
  await resize(page, { width: 375, height: 667 });
  await visit(page, at);
  await expect(page.getByText("0 of 4 done, 13 min left")).toBeVisible();
  await expect(page.getByText("Still to do before you can submit: Open the night map · Your impression")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await fitsPhone(page);

  await context.setOffline(true);
  await page.getByRole("link", { name: "Start: Open the night map" }).click();
  await expect(page.getByRole("heading", { name: "Step 1 of 3" })).toBeVisible();
  for (const name of ["Pass", "Fail", "Blocked", "Skip"]) {
    const box = await mark(page, name).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    await expect(mark(page, name)).toBeInViewport();
  }
  await mark(page, "Pass").click();
  await expect(page.getByRole("heading", { name: "Step 2 of 3" })).toBeVisible();
  await mark(page, "Fail").click();
  await page.getByLabel(/^Note /).fill("The road is white");
  await page.getByRole("button", { name: "Report this problem" }).click();
  await expect(page.getByLabel("Steps to reproduce")).toHaveValue("Open the night map\nStep 2: Do b");
  await expect(page.getByLabel("What happened, and what did you expect?")).toHaveValue("Expected: See b");
  await page.goBack();
  await expect(page.getByRole("link", { name: "Your report about this step" })).toBeVisible();
  await expect(page.getByLabel(/^Note /)).toHaveValue("The road is white");
  expect(await findings(page)).toEqual([]);
  await fitsPhone(page);
  await page.getByRole("button", { name: /^3\. Do c/ }).click();
  await mark(page, "Blocked").click();
  await page.getByLabel("What blocks this step?").fill("No lake here");
  // On a phone, before the list of all steps.
  const next = page.getByRole("link", { name: "Next task: Your impression" });
  const topOf = async (what: typeof next) => (await what.boundingBox())?.y ?? 0;
  expect(await topOf(next)).toBeLessThan(await topOf(page.getByRole("heading", { name: "All steps" })));
  await next.click();

  await expect(page.getByRole("radiogroup")).toHaveCount(12);
  for (const [index, group] of (await page.getByRole("radiogroup").all()).slice(0, 10).entries()) {
    await group.locator("label", { hasText: index % 2 === 0 ? /^5/ : /^1/ }).click();
  }
  await expect(page.getByText("10 of 10 answered.")).toBeVisible();
  await page.getByRole("radiogroup", { name: "Would you recommend it?" }).locator("label", { hasText: "9" }).click();
  await page.locator("label", { hasText: "Tent" }).click();
  await page.locator("label", { hasText: "Roads" }).click();
  await page.getByLabel("How many nights?").fill("2.5");
  await page.getByLabel("What would you change?").fill("Darker roads");
  expect(await findings(page)).toEqual([]);
  await fitsPhone(page);
  await page.getByRole("link", { name: "Next task: Look around" }).click();
  await page.getByLabel("Minutes you worked on this").fill("3");
  await expect(page.getByText("2 minutes left.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(
    page.getByRole("alert").getByText("it still needs the minimum time, the launch code, and a photo."),
  ).toBeVisible();
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await page
    .locator('input[aria-label="Add a photo"]')
    .setInputFiles({ ...{ name: "lake.png", buffer }, mimeType: "image/png" });
  await page
    .getByRole("button", { name: /lake\.png/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "lake.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByLabel("Minutes you worked on this").fill("5");
  await page.getByLabel("Launch code").fill("blue-42");
  expect(await findings(page)).toEqual([]);
  await fitsPhone(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Next task: Daily look" }).click();
  await page.getByRole("button", { name: "Check in for today" }).click();
  await expect(page.getByText("Checked in today.")).toBeVisible();
  await page.getByRole("link", { name: "Night map" }).first().click();

  await page.getByRole("button", { name: "Submit results" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Submit results" }).click();
  await expect(page.getByText("Submitted, waiting for review")).toBeVisible();
  await page.getByRole("link", { name: /^Open the night map/ }).click();
  await expect(page.getByRole("heading", { name: "Step 1 of 3" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Result of this step" })).toHaveCount(0);

  await context.setOffline(false);
  await synced(page);
  const sent = await resultsIn();
  // The photo arrives once, and the code is compared: this campaign has no build, so with none.
  const evidence = async () => {
    const [row] = await product.sql`
      select a.code_checks, jsonb_array_length(a.uploaded) as arrived,
        (select count(*)::int from storage.objects o where o.bucket_id = 'attachments' and o.name like a.tester_id || '/%') as objects
      from applications a where a.campaign_id = ${campaignId} and a.tester_id = ${tess.id}`;
    return row;
  };
  await expect.poll(evidence).toEqual({ code_checks: { t3: "unknown" }, arrived: 1, objects: 1 });
  const [report, ...others] = await product.sql<
    { id: string }[]
  >`select id from feedback where campaign_id = ${campaignId}`;
  expect(others).toEqual([]);
  expect(sent?.results_status).toBe("submitted");
  expect(sent?.results).toMatchObject({
    t1: {
      state: "done",
      steps: {
        a: { mark: "pass" },
        b: { mark: "fail", note: "The road is white", report_id: report?.id },
        c: { mark: "blocked", note: "No lake here" },
      },
    },
    t2: {
      state: "done",
      answers: {
        ...{ q1: [5, 1, 5, 1, 5, 1, 5, 1, 5, 1], q2: 9, q3: "Tent", q4: ["Roads"], q5: "Darker roads", q6: 2.5 },
      },
    },
    t3: { state: "done", minutes: 5, code: "blue-42", photos: [{ name: "lake.png", type: "image/png" }] },
    t4: { state: "open", days: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)] },
  });

  // The developer sends the set back: it can be changed and submitted again.
  await dana.patch("applications", applicationId(campaignId, tess.id), {
    ...{ results_status: "returned", results_review: { t1: "Which road?" } },
  });
  await visit(page, at);
  await expect(page.getByText("Sent back to you")).toBeVisible();
  await page.getByRole("link", { name: "Continue: Open the night map" }).click();
  await expect(page.getByText("Which road?")).toBeVisible();
  await page.getByRole("button", { name: /^2\. Do b/ }).click();
  await page.getByLabel(/^Note /).fill("The ring road");
  await page.getByLabel(/^Note /).blur();
  await visit(page, at);
  await page.getByRole("button", { name: "Submit results" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Submit results" }).click();
  await expect(page.getByText("Submitted, waiting for review")).toBeVisible();
  await synced(page);
  expect(await resultsIn()).toMatchObject({
    ...{ results_status: "submitted", results: { t1: { steps: { b: { note: "The ring road" } } } } },
  });
  await context.close();
});

test(
  "B16 O1 M6 a tab closed in the middle of a step and two offline devices lose nothing: everything arrives once",
  long,
  async ({ browser }) => {
    const id = "0c000000-0000-4000-8000-000000000045";
    const path = `/tester/tests/${id}/tasks/t1`;
    const who = { email: tess.email, home: "/tester" };
    await start([script], id);
    const phone = await enter(await openDevice(browser, { phone: true }), product, who);
    const laptop = await enter(await openDevice(browser), product, who);
    for (const { context, page } of [phone, laptop]) {
      await visit(page, path);
      await expect(page.getByRole("heading", { name: "Step 1 of 3" })).toBeVisible();
      await context.setOffline(true);
    }
    await mark(phone.page, "Fail").click();
    await phone.page.getByLabel(/^Note /).pressSequentially("The road is white");
    await phone.page.close();
    const again = await phone.context.newPage();
    await again.goto(`${product.url}${path}?step=a`);
    await expect(again.getByLabel(/^Note /)).toHaveValue("The road is white");
    await laptop.page.keyboard.press("1");
    await expect(laptop.page.getByRole("heading", { name: "Step 2 of 3" })).toBeVisible();
    await laptop.page.keyboard.press("s");
    await expect(laptop.page.getByRole("heading", { name: "Step 3 of 3" })).toBeVisible();
    await again.getByRole("button", { name: /^3\. Do c/ }).click();
    await mark(again, "Blocked").click();
    await expect(again.getByLabel("What blocks this step?")).toBeVisible();
    for (const { context, page } of [laptop, { ...phone, page: again }]) {
      await context.setOffline(false);
      await synced(page);
    }
    await synced(laptop.page);
    const { t1 } = (await resultsIn(id))?.results ?? {};
    expect(t1).toMatchObject({ steps: { b: { mark: "skip" }, c: { mark: "blocked" } } });
    expect(JSON.stringify([t1?.steps?.a, t1?.conflicts])).toContain("The road is white");
    expect(JSON.stringify([t1?.steps?.a, t1?.conflicts])).toContain('"pass"');
    await phone.context.close();
    await laptop.context.close();
  },
);
