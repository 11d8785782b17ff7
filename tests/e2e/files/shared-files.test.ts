// Files shared from other apps or opened with this one: offline or online, signed in or out, with
// or without space. They wait on the device until a report uses them.
import type { BrowserContext, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { campaign, campaignStage, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { controlled, fitsPhone, scrollDownTo, sendLogin, signIn, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

const h1 = (page: Page) => page.getByRole("heading", { level: 1 });

/** Simulates the phone's share sheet: posts a form to the address in the manifest. */
async function share(page: Page, name: string, text: string) {
  await page.evaluate(
    async ([file, words]) => {
      const canvas = document.createElement("canvas");
      canvas.width = 120;
      canvas.height = 80;
      const context = canvas.getContext("2d");
      if (context) {
        context.fillStyle = "#2a7";
        context.fillRect(10, 10, 90, 50);
      }
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
      const form = document.createElement("form");
      form.method = "post";
      form.action = "/share";
      form.enctype = "multipart/form-data";
      const chosen = document.createElement("input");
      chosen.type = "file";
      chosen.name = "files";
      const transfer = new DataTransfer();
      transfer.items.add(new File([blob ?? ""], file ?? "", { type: "image/png" }));
      chosen.files = transfer.files;
      const said = document.createElement("input");
      said.name = "text";
      said.value = words ?? "";
      form.append(chosen, said);
      document.body.append(form);
      form.submit();
    },
    [name, text],
  );
}

/**
 * Simulates opening files from the operating system (here the app's icons): they arrive with the
 * page of the manifest's file_handlers.
 */
async function openFiles(page: Page, ...names: string[]) {
  await page.evaluate((files) => sessionStorage.setItem("opened", JSON.stringify(files)), names);
  await page.goto(`${stage.product.url}/tester/share`);
}
const withOpenedFiles = (context: BrowserContext) =>
  context.addInitScript(() => {
    type Launch = { files: { getFile(): Promise<File> }[] };
    const launchQueue = {
      setConsumer(consumer: (launch: Launch) => void) {
        const names = JSON.parse(sessionStorage.getItem("opened") ?? "[]") as string[];
        sessionStorage.removeItem("opened");
        const getFile = async (name: string) =>
          new File([await (await fetch(`/icons/${name}`)).blob()], name, { type: "image/png" });
        consumer({ files: names.map((name) => ({ getFile: () => getFile(name) })) });
      },
    };
    Object.defineProperty(window, "launchQueue", { value: launchQueue });
  });
const things = (page: Page) => page.getByRole("list", { name: "Shared with Betaflock" });
const targets = (page: Page) => page.getByRole("list", { name: "Reports and tests" });

test("O3 S11 O1 a screenshot shared offline goes into a draft or a new report, and arrives once", long, async () => {
  test.setTimeout(300_000);
  const { person, draft } = await testerWithDraft(stage.product, "Shira Share");
  const { context, page } = await stage.open(true);
  await signIn(page, stage.product, person.email, "/tester");
  await controlled(page);
  await synced(page);
  await context.setOffline(true);
  await share(page, "night.png", "Seen at 22:10");
  await page.waitForURL(`${stage.product.url}/tester/share`);
  await expect(h1(page)).toHaveText("Add to a report");
  await expect(things(page).getByText("night.png")).toBeVisible();
  await expect(things(page).getByText("Seen at 22:10")).toBeVisible();
  await fitsPhone(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page)).toEqual([]);
  }
  await targets(page)
    .getByRole("button", { name: /Begun elsewhere/ })
    .click();
  await page.waitForURL(`${stage.product.url}/tester/tests/${campaign}/report/${draft}`);
  await expect(page.getByLabel(story)).toHaveValue("Begun\n\nSeen at 22:10");
  await expect(page.getByText("night.png").first()).toBeVisible();

  await page.getByRole("button", { name: "Review and send" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("It will be sent when you are online.")).toBeVisible();

  // Another one goes into a new report, also offline, without the first one.
  await share(page, "second.png", "");
  await page.waitForURL(`${stage.product.url}/tester/share`);
  await expect(things(page).getByText("second.png")).toBeVisible();
  await expect(things(page).getByText("night.png")).toHaveCount(0);
  await targets(page)
    .getByRole("button", { name: /A map for the night.*Write a new report/ })
    .click();
  await page.waitForURL(new RegExp(`/tester/tests/${campaign}/report/(?!${draft})`));
  await expect(page.getByText("second.png").first()).toBeVisible();

  await context.setOffline(false);
  // The draft's picture stays on the phone until the report is sent.
  const onServer = async () => [
    ...(await stage.product
      .sql`select status, attachments -> 0 ->> 'name' as picture, to_jsonb(uploaded) = jsonb_build_array(attachments -> 0 -> 'id') as there
      from feedback where tester_id = ${person.id} order by status desc`),
  ];
  await expect.poll(onServer, { timeout: 60_000, intervals: [200] }).toEqual([
    { status: "submitted", picture: "night.png", there: true },
    { status: "draft", picture: "second.png", there: false },
  ]);
  const objects = await stage.product.sql`select name from storage.objects where bucket_id = 'attachments'`;
  expect(objects).toHaveLength(1);
  await visit(page, "/tester/share");
  await expect(page.getByText("Nothing shared yet")).toBeVisible();
});

test(
  "O3 R6 R7 shared while signed out: stored until the login; a developer gets a notice; it can be discarded",
  long,
  async () => {
    const { person } = await testerWithDraft(stage.product, "Lola Late");
    const { page } = await stage.open(true);
    await page.goto(stage.product.url);
    await controlled(page);
    await share(page, "late.png", "");
    await page.waitForURL(/\/login\?/);
    await sendLogin(page, person.email);
    await page.waitForURL(`${stage.product.url}/tester/share`);
    await expect(things(page).getByText("late.png")).toBeVisible();
    await things(page).getByRole("button", { name: "Remove “late.png”" }).click();
    await expect(page.getByText("Nothing shared yet")).toBeVisible();

    const dev = await signUpByApi(stage.product, "Deva Share", "developer");
    const { page: other } = await stage.open(true);
    await signIn(other, stage.product, dev.email, "/developer");
    await controlled(other);
    await share(other, "mine.png", "");
    await other.waitForURL(`${stage.product.url}/developer`);
    await expect(other.getByText(/^That page is for testers/).first()).toBeVisible();
  },
);

test("O3 R6 a file opened with the app goes into a draft like a shared one, also before the login", long, async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Olga Open");
  const { context, page } = await stage.open(true);
  await withOpenedFiles(context);
  await page.goto(stage.product.url);
  await controlled(page);
  await openFiles(page, "icon-192.png");
  await page.waitForURL(/\/login\?/);
  await sendLogin(page, person.email);
  await page.waitForURL(`${stage.product.url}/tester/share`);
  await expect(things(page).getByText("icon-192.png")).toBeVisible();
  await synced(page);

  await context.setOffline(true);
  await openFiles(page, "icon-512.png", "maskable-512.png");
  for (const name of ["icon-192.png", "icon-512.png", "maskable-512.png"])
    await expect(things(page).getByText(name)).toBeVisible();
  await things(page).getByRole("button", { name: "Remove “icon-512.png”" }).click();
  await expect(things(page).getByText("icon-512.png")).toHaveCount(0);
  await targets(page)
    .getByRole("button", { name: /Begun elsewhere/ })
    .click();
  await page.waitForURL(`${stage.product.url}/tester/tests/${campaign}/report/${draft}`);
  await expect(page.getByLabel(story)).toHaveValue("Begun");
  for (const name of ["icon-192.png", "maskable-512.png"])
    await expect(page.getByRole("button", { name: `Mark up ${name}` })).toBeVisible();
  await visit(page, "/tester/share");
  await expect(page.getByText("Nothing shared yet")).toBeVisible();
  await context.setOffline(false);
});

test("O3 O2 Log Out lists shared files that no report uses, and deletes them only when confirmed", long, async () => {
  const { person } = await testerWithDraft(stage.product, "Leo Leaves");
  const { page } = await stage.open();
  await signIn(page, stage.product, person.email, "/tester");
  await controlled(page);
  await synced(page);
  for (const name of ["first.png", "second.png"]) {
    await share(page, name, "");
    await page.waitForURL(`${stage.product.url}/tester/share`);
    await expect(things(page).getByText(name)).toBeVisible();
  }
  const inbox = () => page.evaluate(async () => (await (await caches.open("shared")).keys()).length);
  await page.getByRole("button", { name: "Log Out" }).click();
  const question = page.getByRole("alertdialog", { name: "Log out and delete shared images?" });
  await expect(question).toContainText("2 shared images aren't in a report yet.");
  await question.getByRole("button", { name: "Stay signed in" }).click();
  expect(await inbox()).toBe(2);

  await visit(page, "/account/data");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("dialog")).toContainText("2 shared images aren't in a report yet.");
  await page.keyboard.press("Escape");

  // The shared text means that they are no longer all images.
  await share(page, "third.png", "Seen at 22:10");
  await page.waitForURL(`${stage.product.url}/tester/share`);
  await page.getByRole("button", { name: "Log Out" }).click();
  const mixed = page.getByRole("alertdialog", { name: "Log out and delete shared items?" });
  await expect(mixed).toContainText("4 shared items aren't in a report yet.");
  await mixed.getByRole("button", { name: "Log out and delete them" }).click();
  await expect(page.getByText("Signed out successfully").first()).toBeVisible({ timeout: 60_000 });
  expect(await inbox()).toBe(0);
});

test("O3 a full device reports that shared files do not fit, and accepts them once it has space", long, async () => {
  const { person } = await testerWithDraft(stage.product, "Fay Full");
  const { context, page } = await stage.openOnDisk("full", true);
  await signIn(page, stage.product, person.email, "/tester");
  await controlled(page);
  await synced(page);
  const browser = await context.newCDPSession(page);
  const origin = stage.product.url;
  await browser.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await share(page, "large.png", "");
  await page.waitForURL(`${stage.product.url}/tester/share?full=true`);
  const said = page.getByText("There is no room on this device for what you shared.");
  await expect(said).toBeVisible();
  await expect(page.getByText("Nothing shared yet")).toBeVisible();
  await fitsPhone(page);
  expect(await findings(page)).toEqual([]);
  await browser.send("Storage.overrideQuotaForOrigin", { origin });
  await share(page, "large.png", "");
  await page.waitForURL(`${stage.product.url}/tester/share`);
  await expect(things(page).getByText("large.png")).toBeVisible();
  await expect(said).toHaveCount(0);
});

// Last, because its tests would appear in other tests' lists.
test(
  "O3 O1 with a thousand drafts and tests the page of shared files stays short, searches, and does not scroll horizontally",
  long,
  async () => {
    test.setTimeout(300_000);
    const { person } = await testerWithDraft(stage.product, "Mia Many");
    const dev = await signUpByApi(stage.product, "Max Many", "developer");
    const numbers = (n: number) => Array.from({ length: n }, (_, i) => String(i + 1).padStart(3, "0"));
    const campaigns = numbers(180).map((n) => ({
      ...{
        id: crypto.randomUUID(),
        developer_id: dev.id,
        title: `Test ${n}`,
        description: "Can it be read in the dark?",
      },
      ...{ start_date: inDays(-3), end_date: inDays(20), auto_select: true, status: "active" },
    }));
    await dev.insert("campaigns", campaigns);
    const testOf = (id: string) => ({ id: applicationId(id, person.id), campaign_id: id, tester_id: person.id });
    await person.insert(
      "applications",
      campaigns.map(({ id }) => testOf(id)),
    );
    const { id: application_id, ...ids } = testOf(campaign);
    const long = "a-word-without-an-end".repeat(7);
    const drafts = numbers(820).map((n) => ({
      ...{ id: crypto.randomUUID(), application_id, ...ids, type: "bug", rating: 2, summary: `Draft ${n} ${long}` },
    }));
    await person.insert("feedback", drafts);

    const { page } = await stage.open(true);
    await signIn(page, stage.product, person.email, "/tester");
    await controlled(page);
    await synced(page);
    await share(page, "where.png", "");
    await page.waitForURL(`${stage.product.url}/tester/share`);
    const rows = targets(page).getByRole("listitem");
    // Includes this user's own draft and test.
    await expect(rows.first()).toHaveAttribute("aria-setsize", "1002", { timeout: 60_000 });
    // A list shows its first 60 rows until its virtual scrolling has loaded.
    await expect.poll(() => rows.count()).toBeLessThan(60);
    await fitsPhone(page);
    // Rows are measured when they appear, so the end moves a little.
    await scrollDownTo(page, targets(page).locator('[aria-posinset="1002"]'));
    expect(await rows.count()).toBeLessThan(60);
    await fitsPhone(page);

    const search = page.getByLabel("Search reports and tests");
    await search.fill("test 123");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Write a new report");
    await search.fill("nothing like it");
    await expect(page.getByText("No reports match")).toBeVisible();
    await search.fill("draft 456");
    await expect(rows).toHaveCount(1);
    await rows.getByRole("button").click();
    await page.waitForURL(`${stage.product.url}/tester/tests/${campaign}/report/${drafts[455]?.id}`);
    await expect(page.getByRole("button", { name: "Mark up where.png" })).toBeVisible();
  },
);
