// A developer reads the results of tasks and decides about a set, offline.
import { createHash, randomUUID } from "node:crypto";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { enter, fitsPhone, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester, setUpPerson } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { photoOf, questionOf, stepsOf, taskOf } from "../../unit/tasks/cases.ts";

const campaignId = "0c000000-0000-4000-8000-000000000045";
const required_since = "2026-01-01T00:00:00.000Z";
const script = taskOf({
  ...{ id: "t1", title: "Open the night map", steps: stepsOf("a", "b"), required_since },
  evidence: { minutes: 3, code: true, photo: true },
});
const survey = taskOf({
  ...{ id: "t2", kind: "survey", title: "Your impression" },
  questions: [
    questionOf({ id: "q1", kind: "nps", text: "Would you recommend it?" }),
    questionOf({ id: "q2", kind: "text", text: "What would you change?" }),
  ],
});

const { product, dana, tess } = setUpDeveloperAndTester();
const tim = setUpPerson(product, "Tim Tester", "tester");
const status = async () =>
  (await product.sql`select results_status, results_review from applications where campaign_id = ${campaignId}`)[0];

test(
  "B16 B17 O1 a developer reads a set offline, sends it back, undoes that, and accepts it",
  long,
  async ({ browser }) => {
    await insertCampaign(dana, { id: campaignId, title: "Night map", max_testers: 5, auto_select: true });
    await dana.insert("briefs", { id: campaignId, developer_id: dana.id, tasks: [script, survey] });
    const application = applicationId(campaignId, tess.id);
    await tess.insert("applications", { id: application, campaign_id: campaignId, tester_id: tess.id });
    const photo = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const sha256 = createHash("sha256").update(photo).digest("hex");
    const attached = photoOf({ name: "lake.png", type: "image/png", size: photo.length, sha256 });
    const evidence = { code: "blue-42", photos: [attached] };
    const result = { version: 1, release_id: null, minutes: 4, at: new Date().toISOString() };
    await tess.patch("applications", application, {
      results: {
        t1: {
          ...{ ...result, ...evidence, state: "done" },
          steps: { a: { mark: "pass" }, b: { mark: "fail", note: "The road is white" } },
        },
        t2: { ...result, state: "done", answers: { q1: 9, q2: "Darker roads" } },
      },
    });
    await tess.patch("applications", application, { results_status: "submitted" });
    await tess.upload("attachments", `${tess.id}/${sha256}`, new Uint8Array(photo), "image/png");
    await tess.ask("POST", "rpc/attachment_arrived", { row_id: application, attachment_id: attached.id });

    const { context, page } = await enter(await openDevice(browser), product, {
      email: dana.email,
      home: "/developer",
    });
    // It waits like a report: on the dashboard and the campaign's tab.
    await page.getByRole("link", { name: /^1 set of results to review/ }).click();
    await expect(page.getByRole("tab", { name: "Results 1" })).toHaveAttribute("aria-selected", "true");
    await visit(page, `/developer/campaigns/${campaignId}?tab=results`);
    const matrix = page.getByRole("table", { name: "Results by tester and task" });
    await expect(matrix.getByText("Failed")).toBeVisible();
    await expect(matrix.getByText("Passed")).toBeVisible();
    await expect(page.getByText("1 of 1 failed")).toBeVisible();
    await expect(page.getByText("A score needs five answers.")).toBeVisible();
    await expect(page.getByText("Darker roads")).toBeVisible();
    expect(await findings(page)).toEqual([]);

    // The task's page: who failed which step, with the words. Back keeps the place.
    await page
      .getByRole("region", { name: "Steps with problems" })
      .getByRole("link", { name: /^2\. Do b/ })
      .click();
    const problems = page.getByRole("list", { name: "Failed and blocked steps" });
    await expect(problems.getByText("The road is white")).toBeVisible();
    await expect(page.getByRole("table", { name: "Answers by tester" }).getByText("Tess Tester")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.goBack();
    await matrix.getByRole("link", { name: "Your impression" }).click();
    await expect(page.getByRole("table", { name: "Answers by tester" }).getByText("Darker roads")).toBeVisible();
    await resize(page, { width: 375, height: 667 });
    await fitsPhone(page);
    await resize(page, { width: 1440, height: 900 });
    await page.getByRole("link", { name: "All results" }).click();

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export results" }).click();
    await page.getByRole("menuitem", { name: "JUnit XML, for CI" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xml$/);

    const dialog = page.getByRole("dialog");
    await matrix.getByRole("button", { name: "Tess Tester" }).click();
    await expect(dialog.getByText("4 minutes (at least 3)")).toBeVisible();
    await expect(dialog.getByText("Launch code not stored with the build")).toBeVisible();
    await dialog.getByRole("button", { name: /lake\.png/ }).click();
    await expect(page.getByRole("dialog", { name: "lake.png" }).getByRole("img", { name: "lake.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "lake.png" })).toHaveCount(0);

    await context.setOffline(true);
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
  },
);

test("B16 S18 S20 a developer accepts several sets by keyboard, undoes that, and sends one back", async ({
  browser,
}) => {
  const id = randomUUID();
  await insertCampaign(dana, { id, title: "Day map", max_testers: 5, auto_select: true });
  const evidence = { minutes: 0, code: false, photo: false };
  await dana.insert("briefs", { id, developer_id: dana.id, tasks: [{ ...script, evidence }] });
  for (const one of [tess, tim]) {
    const application = applicationId(id, one.id);
    const result = { version: 1, release_id: null, minutes: 4, at: new Date().toISOString(), state: "done" };
    await one.insert("applications", { id: application, campaign_id: id, tester_id: one.id });
    await one.patch("applications", application, {
      results: { t1: { ...result, steps: { a: { mark: "pass" }, b: { mark: "pass" } } } },
    });
    await one.patch("applications", application, { results_status: "submitted" });
  }
  const { context, page } = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
  await visit(page, `/developer/campaigns/${id}?tab=results`);
  const matrix = page.getByRole("table", { name: "Results by tester and task" });
  await expect(matrix.getByText("Submitted")).toHaveCount(2);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("j", "x", "j", "x");
  await expect(page.getByText("2 selected")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await press("a");
  await page.getByRole("alertdialog").getByRole("button", { name: "Accept sets" }).click();
  await expect(matrix.getByText("Decided")).toHaveCount(2);
  await press("u");
  await expect(matrix.getByText("Submitted")).toHaveCount(2);
  await matrix.getByRole("button", { name: "Tess Tester" }).focus();
  await press("a");
  await expect(matrix.getByText("Decided")).toHaveCount(1);
  await matrix.getByRole("button", { name: "Tim Tester" }).focus();
  await press("r");
  await page.getByRole("dialog").getByLabel("What to change in “Open the night map”").fill("Which road?");
  await page.getByRole("dialog").getByRole("button", { name: "Send back", exact: true }).click();
  await expect(matrix.getByText("Sent back")).toBeVisible();
  await expect(matrix.getByText("Accepted")).toBeVisible();
  await synced(page);
  const rows = await product.sql`select tester_id, results_status from applications where campaign_id = ${id}`;
  expect(new Map(rows.map((row) => [row.tester_id, row.results_status]))).toEqual(
    new Map([
      [tess.id, "accepted"],
      [tim.id, "returned"],
    ]),
  );
  await context.close();
});

test(
  "B18 O1 the author says offline that a fix does not work; the developer reads it and reopens the report",
  long,
  async ({ browser }) => {
    const [app, build, report, id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const application = applicationId(id, tess.id);
    await dana.insert("apps", { id: app, developer_id: dana.id, title: "Map" });
    await dana.insert("releases", {
      ...{ id: build, app_id: app, developer_id: dana.id, version: "1.4.2", status: "published" },
      ...{ kind: "link", link_url: "https://example.test/map" },
    });
    await insertCampaign(dana, { id, app_id: app, title: "Fixed map", auto_select: true });
    await dana.insert("briefs", { id, developer_id: dana.id, release_id: build });
    await tess.insert("applications", { id: application, campaign_id: id, tester_id: tess.id });
    await tess.insert("feedback", {
      ...{ id: report, campaign_id: id, application_id: application, tester_id: tess.id, type: "bug", rating: 3 },
      ...{ summary: "The map stops", details: "At once.", status: "submitted" },
    });
    await dana.patch("feedback", report, { status: "approved", usefulness: 4 });

    const dev = await enter(await openDevice(browser), product, { email: dana.email, home: "/developer" });
    await visit(dev.page, `/developer/campaigns/${id}?tab=feedback&report=${report}`);
    const article = dev.page.getByRole("article");
    await article.getByRole("switch", { name: "Known issue" }).click();
    await article.getByLabel("Fixed in").selectOption("1.4.2");
    await expect(article.getByText("Fixed 0, still there 0, unclear 0")).toBeVisible();
    await synced(dev.page);

    const phone = await openDevice(browser, { phone: true });
    const { context, page } = await enter(phone, product, { email: tess.email, home: "/tester" });
    await resize(page, { width: 375, height: 667 });
    await visit(page, `/tester/tests/${id}`);
    const question = page.getByRole("group", { name: "Is it fixed in build 1.4.2?" }).first();
    await expect(question.getByText("The map stops")).toBeVisible();
    await context.setOffline(true);
    for (const name of ["Fixed", "Still there", "Can't tell"]) {
      const box = await question.getByRole("button", { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await question.getByRole("button", { name: "Fixed" }).click();
    await question.getByRole("button", { name: "Still there" }).click();
    await question.getByLabel(/^What did you see\?/).fill("It stops at the lake");
    await question
      .locator('input[aria-label="Add a photo"]')
      .setInputFiles({ name: "lake.png", mimeType: "image/png", buffer: await page.screenshot() });
    await expect(question.getByRole("button", { name: /Open lake\.png/ })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await fitsPhone(page);
    // The answer can still be changed where the report is.
    await visit(page, `/tester/tests/${id}/report/${report}`);
    await expect(question.getByRole("button", { name: "Still there" })).toHaveAttribute("aria-pressed", "true");
    await expect(question.getByLabel(/^What did you see\?/)).toHaveValue("It stops at the lake");
    await context.setOffline(false);
    await synced(page);
    await context.close();

    await expect(article.getByText("Fixed 0, still there 1, unclear 0")).toBeVisible();
    await expect(article.getByText("1 tester still sees it in 1.4.2")).toBeVisible();
    await expect(article.getByText("It stops at the lake")).toBeVisible();
    await article.getByRole("button", { name: /Open lake\.png/ }).click();
    await expect(dev.page.getByRole("dialog").getByRole("img", { name: "lake.png" })).toBeVisible();
    await dev.page.keyboard.press("Escape");
    expect(await findings(dev.page)).toEqual([]);
    await article.getByRole("button", { name: "Reopen" }).click();
    await expect(article.getByLabel("Fixed in")).toHaveValue("");
    await expect(article.getByText("It stops at the lake")).toBeVisible();
    await synced(dev.page);
    expect((await product.sql`select fixed_release_id from feedback where id = ${report}`)[0]).toEqual({
      fixed_release_id: null,
    });
    await dev.context.close();
  },
);
