// A tester's day on a phone: profile, search, application, report, thread, reward, payout, each
// partly offline. The developer acts through the API and has separate stories.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { inDays, signUpByApi } from "../../fixtures/browser/api.ts";
import { findings } from "../../fixtures/browser/axe.ts";
import { faceOf } from "../../fixtures/browser/faces.ts";
import { onPaper } from "../../fixtures/browser/paper.ts";
import { enter, fitsPhone, openDevice, resize, synced } from "../../fixtures/browser/people.ts";
import { visit } from "../../fixtures/browser/screens.ts";
import { setUpDeveloperAndTester } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";
import { unreadBuild } from "../../fixtures/packages.ts";

const campaignId = "0c000000-0000-4000-8000-000000000001";
const otherId = "0c000000-0000-4000-8000-000000000002";
const questionId = "0c000000-0000-4000-8000-000000000003";
const title = "Night map for hikers";
const sentence = "You sleep in a tent at least twice a year, also when it rains";
const appId = "0c000000-0000-4000-8000-000000000005";
const releaseId = "0c000000-0000-4000-8000-000000000006";
const build = unreadBuild(2_500_000);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

// Each test continues the day of the previous one.
test.describe.configure({ mode: "serial" });

const { product, dana, tess } = setUpDeveloperAndTester();
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const campaign = (id: string, more: object) =>
    dana.insert("campaigns", {
      id,
      developer_id: dana.id,
      description: "Can the map be read in the dark without waking the whole tent?",
      category: "travel",
      start_date: inDays(-3),
      end_date: inDays(20),
      max_testers: 5,
      reward_amount_cents: 2000,
      auto_select: false,
      status: "active",
      ...more,
    });
  await campaign(campaignId, {
    title,
    requirements: `A phone\nA dark room\n${sentence}`,
    screening: [
      { id: questionId, question: "Do you camp?", kind: "yes_no", options: [], pass: ["yes"], required: true },
    ],
    agreement: "Show it to nobody before the release.",
  });
  await campaign(otherId, { title: "Trail food planner", category: "food_drink", platform: "ios" });
  // The app is unpublished: only the campaign opens it to accepted testers.
  await dana.insert("apps", { id: appId, developer_id: dana.id, title: "Night Map", platform: "android", type: "APK" });
  await dana.upload("releases", `${dana.id}/night`, build, "application/octet-stream");
  await dana.insert("releases", {
    ...{ id: releaseId, app_id: appId, developer_id: dana.id, version: "2.0.0-beta", status: "draft" },
    ...{ file_name: "night-2.apk", file_path: `${dana.id}/night`, content_type: "application/octet-stream" },
    ...{ size_bytes: build.length, sha256: sha256(build) },
  });
  await dana.insert("briefs", {
    id: campaignId,
    developer_id: dana.id,
    instructions: "Open the map at night and look for what dazzles you.",
    release_id: releaseId,
  });
  ({ context, page } = await enter(await openDevice(browser, { phone: true }), product, {
    email: tess.email,
    home: "/tester",
  }));
});
test.afterAll(() => context?.close());

const offline = (off: boolean) => context.setOffline(off);
const at = (path: string) => visit(page, path);
const load = (path: string) => page.goto(`${product.url}${path}`);
/** Closes messages, which cover the bottom of a phone's page. */
const putAway = async () => {
  const close = page.getByRole("region", { name: "Messages" }).getByRole("button");
  await expect(async () => {
    if ((await close.count()) > 0) await close.first().click();
    expect(await close.count()).toBe(0);
  }).toPass({ timeout: 20_000 });
};
const section = (name: string) => page.getByRole("heading", { name, level: 2 }).locator("xpath=ancestor::section[1]");

/** Returns a test's reward, time left and fit, as its card, page and workspace show them. */
const offerIn = (within: Locator) =>
  within.evaluate((box) => {
    const find = (text: RegExp) =>
      [...box.querySelectorAll("p > *, li > *")].find((e) => text.test(e.textContent ?? "")) as Element;
    const [reward, time, fit] = [find(/^Reward: .*20\.00$/), find(/^20 days left/), find(/^Fits your Pixel 8$/)];
    const size = (e: Element) => Number.parseFloat(getComputedStyle(e).fontSize);
    const isBefore = (a: Element, b: Element) =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const others = [...box.querySelectorAll("*")].filter((e) => !e.contains(reward) && !reward.contains(e));
    return {
      loudest: size(reward) > Math.max(...others.map(size)),
      inOrder: isBefore(reward, time) && isBefore(time, fit),
    };
  });
/** The cover of a test without an app. */
const drawnFace = { covers: 1, drawnIcons: 1, icons: 0 };
const statOf = (label: string) => page.locator("dl > div", { hasText: label }).locator("dd > span").first();

test("S13 R2 O1 the profile is edited, devices and a cropped picture too, also offline", async () => {
  test.setTimeout(240_000);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 400 } });
  await at("/tester/profile");
  await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
  await expect(statOf("Tests completed")).toHaveText(/0/);
  await offline(true);
  await page.locator('input[type="file"]').setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "Use this picture" }).click();
  await expect(page.getByText("Avatar changed")).toBeVisible();
  await expect(page.getByRole("article", { name: "Tess Tester" }).locator("img")).toBeVisible();

  await page.getByLabel("Full Name").fill("T");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Name must be at least 2 characters", { exact: true })).toBeVisible();
  await test.step("the new name and picture are in the navigation at once, before any network", async () => {
    await page.getByLabel("Full Name").fill("Tess Renamed");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("button", { name: "More" }).click();
    const me = page.getByRole("dialog").getByRole("link", { name: /Tess Renamed/ });
    await expect(me.locator("img")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(me).toBeHidden();
  });
  await page.getByLabel("Full Name").fill("Tess Tester");
  await page.getByLabel(/^Bio/).fill("I camp every weekend.");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Profile saved").last()).toBeVisible();

  await page.getByRole("button", { name: "Add device" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Pixel 8");
  await dialog.getByLabel("Platform").selectOption("android");
  await dialog.getByLabel(/^System and version/).fill("Android 16");
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(page.getByRole("button", { name: "Remove Pixel 8" })).toBeVisible();
  const area = page.getByLabel("Add an area");
  await area.fill("Travel");
  await area.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Travel" })).toBeVisible();
  // Some phone keyboards have no obvious Enter key.
  await area.fill("Trains");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove Trains" })).toBeVisible();
  await expect(area).toBeFocused();
  await expect(area).toHaveValue("");

  await page.getByLabel("PayPal Email").fill("tess@");
  await page.getByRole("button", { name: "Save Payment Info" }).click();
  await expect(page.getByText("Please enter a valid email address", { exact: true })).toBeVisible();
  await page.getByLabel("PayPal Email").fill("tess@pay.test");
  await page.getByRole("button", { name: "Save Payment Info" }).click();
  await expect(page.getByText("Payment info saved")).toBeVisible();

  await offline(false);
  await synced(page);
  const [row] = await product.sql`
    select p.bio, p.devices, p.expertise, p.avatar_path, a.paypal_email
    from profiles p join accounts a on a.id = p.id where p.id = ${tess.id}`;
  expect(row).toMatchObject({
    bio: "I camp every weekend.",
    devices: [{ name: "Pixel 8", platform: "android", os: "Android 16" }],
    expertise: ["Travel", "Trains"],
    paypal_email: "tess@pay.test",
  });
  // The picture arrives under the path in the row, and is public.
  await expect
    .poll(async () => (await fetch(`${product.url}/storage/v1/object/public/avatars/${row?.avatar_path}`)).status)
    .toBe(200);
});

test("S8 S9 S26 O1 a test is recommended with its reason, found by filters, applied to offline, withdrawn, reported to the admins, and answered", async () => {
  test.setTimeout(240_000);
  await at("/tester");
  await expect(statOf("Karma Score")).toHaveText("0");
  const recommended = section("Recommended Tests").getByRole("listitem").filter({ hasText: title });
  await expect(recommended.getByText("Fits your expertise in Travel")).toBeVisible();
  await expect(recommended.getByText("Fits your Pixel 8")).toBeVisible();
  await expect(recommended.getByText("$20.00")).toBeVisible();
  await expect(recommended.getByText("20 days left")).toBeVisible();
  expect(await offerIn(recommended)).toEqual({ loudest: true, inOrder: true });
  await at("/tester/tests");
  await page.getByRole("button", { name: "More Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "More Filters" });
  await expect(sheet.getByRole("button", { name: "Show 2 tests" })).toBeVisible();
  await sheet.getByLabel("Only for my devices").check();
  await sheet.getByRole("button", { name: "Show 1 test" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("link", { name: "Trail food planner" })).toBeHidden();
  await expect(page.getByText("5 spots remaining").first()).toBeVisible();
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No tests found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByText("0 of 5 testers joined").first()).toBeVisible();
  await test.step("S9 the card of a test without an app has a cover, and a chip for each short requirement", async () => {
    const card = page.getByRole("listitem").filter({ hasText: title });
    await expect(card.getByRole("list", { name: "Requirements" }).getByRole("listitem")).toHaveText([
      "A phone",
      "A dark room",
      "1 more requirement",
    ]);
    expect(await faceOf(card)).toEqual(drawnFace);
  });

  await offline(true);
  await test.step("S7 S8 the home page and the list open offline, and are searched", async () => {
    await load("/tester");
    await expect(recommended.getByText("Fits your expertise in Travel")).toBeVisible();
    await load("/tester/tests");
    await page.getByRole("searchbox").fill("HIKERS dana");
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: "Trail food planner" })).toBeHidden();
  });
  const send = page.getByRole("dialog").getByRole("button", { name: "Send application" });
  await page.getByRole("listitem").filter({ hasText: title }).getByRole("link", { name: "Apply Now" }).click();
  await send.click();
  await expect(page.getByText("Please answer this question.")).toBeVisible();
  await expect(page.getByText("Please read and accept the agreement.")).toBeVisible();
  expect(await offerIn(page.getByRole("main"))).toEqual({ loudest: true, inOrder: true });
  await page.getByRole("dialog").locator("label", { hasText: "Yes" }).click();
  await page.getByText("I have read this agreement and accept it.").click();
  await send.click();
  await expect(page.getByText("Will be sent as soon as you are online. Then the developer decides.")).toBeVisible();
  await expect(section("Requirements").getByRole("listitem")).toHaveText(["A phone", "A dark room", sentence]);
  expect(await faceOf(page.getByRole("main"))).toEqual(drawnFace);
  await load(`/tester/tests/${otherId}?apply=true`);
  await send.click();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  // The result has the focus, because the dialog and its button have disappeared.
  await expect(page.locator("section:focus")).toContainText("Withdraw");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Withdraw application" }).click();
  await expect(page.getByText("Withdrawn").first()).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Report this test" }).click();
  const issue = page.getByRole("dialog", { name: "Report an issue with Trail food planner" });
  await issue.getByRole("button", { name: "Send report" }).click();
  await expect(issue.getByText("Required")).toBeVisible();
  await issue.getByLabel("What is wrong?").fill("It asks for my passport.");
  await issue.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Your report is waiting to be sent")).toBeVisible();
  await offline(false);
  await synced(page);
  await expect(page.getByText("Your report is waiting to be sent")).toBeHidden({ timeout: 60_000 });
  expect(await product.sql`select content_type, content_title, reason, status from flags`).toEqual([
    {
      ...{ content_type: "campaign", content_title: "Trail food planner" },
      ...{ reason: "It asks for my passport.", status: "pending" },
    },
  ]);
  const rows = await product.sql`select status, answers from applications where campaign_id = ${campaignId}`;
  expect(rows).toMatchObject([{ status: "pending", answers: [{ value: "yes" }] }]);

  const [application] = await product.sql`select id from applications where campaign_id = ${campaignId}`;
  await dana.patch("applications", String(application?.id), { status: "accepted" });
  await at("/tester/applications");
  await expect(page.getByText("Accepted").first()).toBeVisible({ timeout: 60_000 });
});

test("S7 O1 R9 offline the calendar shows the last day of the test, by month and day by day", async () => {
  await at("/tester/applications");
  await page.getByRole("button", { name: "Calendar", exact: true }).click();
  const [campaign] = await product.sql`select end_date::text as last from campaigns where id = ${campaignId}`;
  const last = String(campaign?.last);
  await offline(true);
  await page.goto(`${product.url}/tester/applications?view=calendar&month=${last.slice(0, 7)}`);
  const agenda = page.getByRole("listitem").filter({ hasText: "Test ends" }).getByRole("link");
  await expect(agenda.last()).toHaveAttribute("href", `/tester/tests/${campaignId}`);
  await fitsPhone(page);
  await resize(page, { width: 1280, height: 800 });
  const cell = page.getByRole("cell").filter({ hasText: "Test ends" });
  await expect(cell).toContainText(new RegExp(`^${Number(last.slice(8))}Test ends`));
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page.getByText("Nothing is due this month")).toBeVisible();
  await page.getByRole("button", { name: "Today" }).click();
  await expect(page).toHaveURL(/view=calendar$/);
  await resize(page, { width: 390, height: 844 });
  await offline(false);
});

test("S7 S10 P4 O1 the home page links to a campaign's build, which is stored, verified, and saved offline", async () => {
  await at("/tester");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Add deadlines to calendar" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("betaflock-deadlines.ics");
  expect(readFileSync(await saved.path(), "utf8").replaceAll("\r\n ", "")).toContain(`/tester/tests/${campaignId}`);
  await section("Waiting for you").getByRole("link", { name: "Get the build" }).click();
  await expect(page).toHaveURL(new RegExp(`/tester/tests/${campaignId}$`));
  const loudest = page.getByRole("heading", { name: "You're in" });
  await expect(loudest).toBeVisible();
  expect(await offerIn(page.getByRole("main"))).toEqual({ loudest: true, inOrder: true });
  expect(await faceOf(page.getByRole("main"))).toEqual({ ...drawnFace, covers: 0 });
  await expect(page.getByText("Version 2.0.0-beta")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Keep offline" }).click();
  await expect(page.getByText("On this device and verified: you can save it offline.")).toBeVisible();
  await offline(true);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save file" }).click(),
  ]);
  const file = readFileSync(await download.path());
  expect([download.suggestedFilename(), file.length, sha256(file)]).toEqual([
    "night-2.apk",
    build.length,
    sha256(build),
  ]);
  await expect(page.getByText(/^Downloaded /).last()).toBeVisible();
  await page.getByRole("button", { name: "I've installed it" }).click();
  await expect(loudest).toBeHidden();
  await offline(false);
  await synced(page);
  expect(
    await product.sql`select r.status, a.downloaded_at is not null as noted from releases r, applications a
      where r.id = ${releaseId} and a.campaign_id = ${campaignId}`,
  ).toEqual([{ status: "draft", noted: true }]);
});

test("S10 S11 T7 O1 from the home screen a report takes four taps and the text; annotated picture, thread, changes, all offline", async () => {
  test.setTimeout(300_000);
  await at("/tester");
  await expect(page.getByRole("button", { name: "Write a report" })).toBeVisible({ timeout: 60_000 });
  const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 390, height: 600 } });
  let taps = 0;
  const tap = async (target: ReturnType<Page["locator"]>) => {
    taps += 1;
    await target.click();
  };
  await offline(true);
  await tap(page.getByRole("button", { name: "Write a report" }));
  await tap(page.locator("label", { hasText: "2 stars" }));
  await page.getByLabel("What went wrong?").fill("The map dazzles in night mode");
  await page.getByLabel("What happened, and what did you expect?").fill("A white flash each time the map moves.");
  await expect(page.getByLabel(/^Device/)).toHaveValue("Pixel 8 · Android 16");

  await test.step("S11 a picture is annotated by keyboard and by finger, undone, saved again", async () => {
    await page
      .locator('input[type="file"]')
      .last()
      .setInputFiles({ name: "flash.png", mimeType: "image/png", buffer: shot });
    await page.getByRole("button", { name: "Mark up flash.png" }).click();
    const board = page.getByRole("dialog");
    const marks = board.getByRole("list", { name: "Marks" }).getByRole("listitem");
    await board.getByText("Blur", { exact: true }).click();
    await expect(board.getByRole("radio", { name: "Blur" })).toBeChecked();
    await board.getByRole("button", { name: "Add a mark in the middle" }).click();
    await expect(marks).toHaveCount(1);
    /** Drags between two places of the picture, in fractions of its size. */
    const drag = async (x1: number, y1: number, x2: number, y2: number) => {
      const box = await board.locator("canvas").boundingBox();
      if (!box) throw new Error("The picture is not there");
      await page.mouse.move(box.x + box.width * x1, box.y + box.height * y1);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * x2, box.y + box.height * y2, { steps: 6 });
      await page.mouse.up();
    };
    await board.getByText("Arrow", { exact: true }).click();
    await drag(0.1, 0.05, 0.6, 0.4);
    await expect(marks).toHaveCount(2);
    await board.getByRole("button", { name: "Undo" }).click();
    await expect(marks).toHaveCount(1);
    await board.getByRole("button", { name: "Redo" }).click();
    await expect(marks).toHaveCount(2);
    await board.getByText("Pen", { exact: true }).click();
    await drag(0.1, 0.1, 0.3, 0.3);
    await board.getByText("Text", { exact: true }).click();
    const words = board.getByLabel("Text on the picture");
    await words.fill("White flash");
    await drag(0.1, 0.5, 0.45, 0.6);
    await drag(0.1, 0.7, 0.45, 0.8);
    await expect(words).toBeFocused();
    await words.fill("It lasts a second");
    await board.getByText("Crop", { exact: true }).click();
    await drag(0.05, 0.05, 0.9, 0.9);
    await drag(0.1, 0.1, 0.5, 0.9);
    await expect(marks).toHaveText(["Blur 1", "Arrow 2", "Pen 3", "Text 4", "Text 5", "Crop 6"]);
    await board.getByRole("button", { name: "Save picture" }).click();
    await expect(page.getByText("Picture saved with annotations")).toBeVisible();
    await expect(page.getByRole("list", { name: "Attachments" }).first().locator("img")).toHaveCount(1);
  });

  await expect(page.getByRole("button", { name: /^Sync: Offline/ })).toBeVisible({ timeout: 60_000 });
  await tap(page.getByRole("button", { name: "Review and send" }));
  await tap(page.getByRole("dialog").getByRole("button", { name: "Send report" }));
  await expect(page.getByText("It will be sent when you are online.")).toBeVisible();
  expect(taps).toBeLessThanOrEqual(5);
  await offline(false);
  await synced(page);
  const [sent] = await product.sql`select id, status, attachments, uploaded,
    (attachments -> 0 ->> 'width')::float / (attachments -> 0 ->> 'height')::float as ratio from feedback`;
  expect(sent).toMatchObject({ status: "submitted", attachments: [{ name: "flash.png" }] });
  // 0.4 of the width and 0.8 of the height were kept.
  expect(sent?.ratio).toBeCloseTo(390 / 600 / 2, 1);
  expect(sent?.uploaded).toHaveLength(1);

  const id = String(sent?.id);
  await dana.patch("feedback", id, { status: "changes_requested", reason: "Which phone was it?" });
  await expect(page.getByText("Which phone was it?")).toBeVisible({ timeout: 60_000 });
  await offline(true);
  await putAway();
  // An answer needs no change of the report.
  await page.getByLabel("Write a comment").fill("Do other phones matter, too?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("list", { name: "Comments" }).getByText("Do other phones matter, too?")).toBeVisible();
  await page.getByLabel("What happened, and what did you expect?").fill("A white flash. It was a Pixel 8.");
  await page.getByRole("button", { name: "Review and send" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { name: "Will be sent when you are online" })).toBeVisible({
    timeout: 60_000,
  });
  await putAway();
  await page.getByLabel("Write a comment").fill("Bright");
  await page.reload();
  await expect(page.getByLabel("Write a comment")).toHaveValue("Bright");
  await page.getByLabel("Write a comment").fill("Brightness was at half.");
  await page.getByRole("button", { name: "Send", exact: true }).dblclick();
  await expect(page.getByRole("list", { name: "Comments" }).getByText("Brightness was at half.")).toBeVisible();
  await expect(page.getByLabel("Write a comment")).toBeFocused();
  await offline(false);
  await synced(page);
  await dana.insert("comments", {
    id: "0c000000-0000-4000-8000-000000000004",
    feedback_id: id,
    author_id: dana.id,
    body: "Thank you, found it.",
    captured_at: new Date().toISOString(),
  });
  await expect(page.getByText("Thank you, found it.")).toBeVisible({ timeout: 60_000 });
  const rows = await product.sql`select status, details from feedback`;
  expect(rows).toEqual([{ status: "submitted", details: "A white flash. It was a Pixel 8." }]);
  expect(await product.sql`select body from comments where author_id <> ${dana.id} order by captured_at`).toEqual([
    { body: "Do other phones matter, too?" },
    { body: "Brightness was at half." },
  ]);
});

test("S10 R2 T7 O1 a draft created and deleted offline leaves no data; the list of reports is searched", async () => {
  await at(`/tester/tests/${campaignId}`);
  await offline(true);
  await page.getByRole("button", { name: "Write a report" }).first().click();
  await putAway();
  await page.getByLabel("What went wrong?").fill("Not worth it");
  await page.getByRole("button", { name: "Delete draft" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(page.getByText("Report deleted")).toBeVisible();
  await load("/tester/feedback");
  const mine = page.getByRole("list", { name: "My Feedback" });
  await expect(mine.getByText("The map dazzles in night mode")).toBeVisible();
  await page.getByRole("searchbox").fill("Not worth it");
  await expect(page.getByText("No reports match")).toBeVisible();
  await offline(false);
  await synced(page);
  expect(await product.sql`select 1 from feedback where not _deleted`).toHaveLength(1);
});

test("S12 T8 O1 an approved report becomes a reward, and a payout requested offline is requested once", async () => {
  test.setTimeout(240_000);
  const [report] = await product.sql`select id from feedback where not _deleted`;
  await dana.patch("feedback", String(report?.id), { status: "approved", usefulness: 5 });
  await at("/tester/rewards");
  await expect(page.getByText("$20.00 available")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Paid to tess@pay.test by PayPal")).toBeVisible();
  await offline(true);
  await page.getByRole("button", { name: "Request payout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Request payout" }).click();
  await expect(page.getByText("Your request is on its way to the server.")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.locator("#main").getByRole("button", { name: "Request payout" })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole("list", { name: "Payout requests" }).getByText("$20.00")).toBeVisible();
  await offline(false);
  await synced(page);
  await expect(page.getByText("Nothing to pay out right now. Approved reports add to it.")).toBeVisible({
    timeout: 60_000,
  });
  expect(await product.sql`select amount_cents::int, currency, status, paypal_email from payouts`).toEqual([
    { amount_cents: 2000, currency: "USD", status: "requested", paypal_email: "tess@pay.test" },
  ]);
  await test.step("S12 the statement is printed with its sums and without the app's frame", async () => {
    const { text, headings } = await onPaper(page);
    const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" }).format(new Date());
    // The month is at one end of the line, its sum at the other.
    expect(headings).toEqual([`${month}$20.00`, "Payouts", "Statement of rewards"]);
    const words = text.replace(/\s+/g, " ");
    expect(words).toContain(`Tess Tester · ${tess.email} · as of `);
    expect(words).toContain("Total earned $20.00 Not yet paid out $0.00 Last 30 days $20.00 Payout requested $20.00");
    expect(words).toContain(`${title} First report Payout requested $20.00`);
    expect(words).toContain("tess@pay.test Requested $20.00");
    expect(words).not.toMatch(/Available Tests|Log Out|Sync|Request payout|Print statement/);
  });
  await at("/tester");
  // 10 for the approval and 2 for each of 5 points of usefulness.
  await expect(statOf("Karma Score")).toHaveText("20");
  await expect(page.getByText("+20 from tests in the last 30 days")).toBeVisible();
  await expect(statOf("Recent Earnings")).toHaveText("$20.00");
});

test(
  "R2 O1 the next day on a desktop: search, application, known issue, recording and report, partly offline",
  long,
  async ({ browser }) => {
    test.setTimeout(240_000);
    const stove = "0c000000-0000-4000-8000-000000000007";
    const uma = await signUpByApi(product, "Uma Other", "tester");
    await dana.insert("campaigns", {
      ...{ id: stove, developer_id: dana.id, title: "Camp stove timer", category: "productivity", status: "active" },
      ...{ description: "Does the timer wake you?", start_date: inDays(-3), end_date: inDays(20), auto_select: true },
      ...{ max_testers: 5, reward_amount_cents: 1000 },
    });
    await dana.insert("briefs", { id: stove, developer_id: dana.id, instructions: "Cook something." });
    const tent = "0c000000-0000-4000-8000-000000000008";
    await dana.insert("campaigns", {
      ...{ id: tent, developer_id: dana.id, title: "Tent finder", category: "travel", status: "active" },
      ...{ description: "Does it find your tent?", start_date: inDays(-3), end_date: inDays(20), auto_select: false },
      ...{ max_testers: 5, reward_amount_cents: 1000 },
    });
    const known = crypto.randomUUID();
    const theirs = applicationId(stove, uma.id);
    await uma.insert("applications", { id: theirs, campaign_id: stove, tester_id: uma.id });
    await uma.insert("feedback", {
      ...{ id: known, campaign_id: stove, application_id: theirs, tester_id: uma.id, type: "bug", rating: 2 },
      ...{
        summary: "The alarm stays silent when the screen is locked",
        details: "Nothing rings.",
        status: "submitted",
      },
    });
    await dana.patch("feedback", known, { status: "approved", usefulness: 4 });
    await dana.patch("feedback", known, { known: true });
    await context.close();
    const desktop = await openDevice(browser);
    // After the start, the page stores recommended tests, so that users can apply offline.
    const kept = desktop.waitForEvent("response", (answer) =>
      Boolean(answer.url().endsWith("/rpc/sync_get") && answer.request().postData()?.includes(tent)),
    );
    ({ context, page } = await enter(desktop, product, { email: tess.email, home: "/tester" }));
    await expect(statOf("Active Tests")).toHaveText("1");
    await expect(section("Recommended Tests").getByRole("listitem").filter({ hasText: "Camp stove" })).toBeVisible();
    await kept;
    await at("/tester/tests");
    await page.getByLabel("Category").selectOption("Productivity");
    await page.getByRole("searchbox").fill("dana STOVE");
    await page.getByRole("link", { name: "Apply Now" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send application" }).click();
    await expect(page.getByText("Cook something.")).toBeVisible({ timeout: 60_000 });
    await offline(true);
    await page.getByRole("button", { name: "Write a report" }).filter({ visible: true }).click();

    await test.step("S10 a known issue is shown while typing, and counted instead of reported", async () => {
      await page.getByLabel("What went wrong?").fill("Alarm is silent with a locked screen");
      await expect(page.getByText("This may already be known")).toBeVisible();
      await page.getByText("The alarm stays silent when the screen is locked").first().click();
      await page.getByRole("button", { name: "I see this too" }).first().click();
      await expect(
        page.getByText("The developer sees that it affects you too.", { exact: false }).first(),
      ).toBeVisible();
    });

    await test.step("S11 the screen is recorded; only the video source is fake", async () => {
      await page.evaluate(() => {
        const canvas = document.createElement("canvas");
        const draw = () => canvas.getContext("2d")?.fillRect(0, 0, Math.random() * 300, 150);
        setInterval(draw, 50);
        navigator.mediaDevices.getDisplayMedia = () => Promise.resolve(canvas.captureStream(10));
      });
      await page.getByRole("button", { name: "Record the screen" }).click();
      await expect(page.getByRole("button", { name: /^Stop recording/ })).toContainText("0:01");
      await page.getByRole("button", { name: /^Stop recording/ }).click();
      await expect(page.getByRole("list", { name: "Attachments" }).first().locator("video")).toHaveCount(1);
    });

    await page.getByLabel("What went wrong?").fill("Knob labels are too small");
    await page.getByLabel("What happened, and what did you expect?").fill("I burnt my soup.");
    await page.locator("label", { hasText: "3 stars" }).click();
    await page.getByRole("button", { name: "Review and send" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("It will be sent when you are online.")).toBeVisible();
    await at("/tester/rewards");
    await expect(page.getByRole("list", { name: "Payout requests" }).getByText("$20.00")).toBeVisible();
    await test.step("S7 S8 S9 T6 home, list and an application offline", async () => {
      await load("/tester");
      await expect(statOf("Active Tests")).toHaveText("2");
      await load("/tester/tests");
      await page.getByRole("searchbox").fill("FINDER");
      await page.getByRole("link", { name: "Apply Now" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send application" }).click();
      await expect(page.getByText("Will be sent as soon as you are online. Then the developer decides.")).toBeVisible();
      await load("/tester/applications");
      await expect(page.getByRole("listitem").filter({ hasText: "Tent finder" }).getByText("Pending")).toBeVisible();
    });
    await load("/tester/profile");
    await page.getByLabel(/^Bio/).fill("I camp and I cook.");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile saved")).toBeVisible();
    await offline(false);
    await synced(page);
    const [sent] = await product.sql`
    select f.status, jsonb_array_length(f.uploaded) as files, f.attachments -> 0 ->> 'type' as type, p.bio
    from feedback f join profiles p on p.id = f.tester_id where f.summary = 'Knob labels are too small'`;
    expect(sent).toEqual({
      ...{ status: "submitted", files: 1, type: expect.stringMatching(/^video\//), bio: "I camp and I cook." },
    });
    expect(await product.sql`select reproductions from feedback where id = ${known}`).toEqual([{ reproductions: 1 }]);

    await test.step("S9 T6 the application arrived, and the decision with its reason is available offline", async () => {
      await dana.patch("applications", applicationId(tent, tess.id), { status: "rejected", reason: "No more tents." });
      await at("/tester/applications");
      const card = page.getByRole("listitem").filter({ hasText: "Tent finder" });
      await expect(card.getByText("Not selected")).toBeVisible({ timeout: 60_000 });
      await offline(true);
      await page.reload();
      await expect(card.getByText("No more tents.")).toBeVisible();
      await offline(false);
    });

    const [knob] = await product.sql`select id from feedback where summary = 'Knob labels are too small'`;
    const report = String(knob?.id);
    await test.step("S10 S11 T7 changes are requested, made offline, and sent again", async () => {
      await dana.patch("feedback", report, { status: "changes_requested", reason: "Which knob?" });
      await at(`/tester/tests/${stove}/report/${report}`);
      await expect(page.getByText("Which knob?")).toBeVisible({ timeout: 60_000 });
      await offline(true);
      await page.getByLabel("What happened, and what did you expect?").fill("I burnt my soup. It was the left one.");
      await page.getByRole("button", { name: "Review and send" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send report" }).click();
      await expect(page.getByRole("heading", { name: "Will be sent when you are online" })).toBeVisible();
      await offline(false);
      await synced(page);
      const sent = () => product.sql`select status, details from feedback where id = ${report}`;
      await expect.poll(sent).toEqual([{ status: "submitted", details: "I burnt my soup. It was the left one." }]);
      const timeline = page.getByRole("list", { name: "What happened to this report" }).getByRole("listitem");
      await expect(timeline.filter({ hasText: "Sent again" })).toBeVisible();
      await expect(timeline.filter({ hasText: "Changes requested" })).toContainText("Which knob?");
    });

    await test.step("S10 T7 after the approval the timeline still has every response, without repetitions", async () => {
      await dana.patch("feedback", report, { status: "approved", usefulness: 3 });
      const timeline = page.getByRole("list", { name: "What happened to this report" }).getByRole("listitem");
      const approved = timeline.filter({ hasText: "Approved" });
      await expect(approved).toContainText("$10.00", { timeout: 60_000 });
      await expect(approved).not.toContainText("Which knob?");
      await expect(timeline).toHaveCount(4);
    });

    await test.step("S12 T8 the reward is available offline, and a second payout is requested", async () => {
      await at("/tester/rewards");
      await expect(page.getByText("$10.00 available")).toBeVisible({ timeout: 60_000 });
      await offline(true);
      await page.reload();
      await page.locator("#main").getByRole("button", { name: "Request payout" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Request payout" }).click();
      await expect(page.getByText("Your request is on its way to the server.")).toBeVisible();
      await offline(false);
      await synced(page);
      await expect(page.getByText("Nothing to pay out right now. Approved reports add to it.")).toBeVisible({
        timeout: 60_000,
      });
      expect(await product.sql`select amount_cents::int, status from payouts order by amount_cents`).toEqual([
        { amount_cents: 1000, status: "requested" },
        { amount_cents: 2000, status: "requested" },
      ]);
    });

    await test.step("S12 T8 the results of payouts are available offline: one is paid, one failed and is owed again", async () => {
      const ada = await signUpByApi(product, "Ada Admin", "developer");
      await product.sql`update profiles set role = 'admin' where id = ${ada.id}`;
      await ada.patchWhere("payouts", "amount_cents=eq.2000", { status: "paid" });
      await ada.patchWhere("payouts", "amount_cents=eq.1000", { status: "failed", reason: "No such address." });
      await expect(page.getByText("$10.00 available")).toBeVisible({ timeout: 60_000 });
      await offline(true);
      await page.reload();
      const requests = page.getByRole("list", { name: "Payout requests" }).getByRole("listitem");
      await expect(requests.filter({ hasText: "$20.00" }).getByText("Paid", { exact: true })).toBeVisible();
      const failed = requests.filter({ hasText: "$10.00" });
      await expect(failed.getByText("Failed", { exact: true })).toBeVisible();
      await expect(failed.getByText("No such address.")).toBeVisible();
      await expect(page.getByText("$10.00 available")).toBeVisible();
      await offline(false);
    });

    await test.step("S12 monthly earnings are a chart, with a table", async () => {
      const earned = section("Earned per month");
      await expect(earned.getByText("$30.00 so far this month, nothing last month")).toBeVisible();
      await expect(earned.locator(".recharts-bar-rectangle path").first()).toBeVisible();
      await earned.getByText("View as a table").click();
      await expect(earned.getByRole("row").last()).toContainText(/\d{4} \(so far\)\s*\$30\.00/);
    });

    await test.step("S10 T7 a duplicate report shows the known issue that it repeats", async () => {
      const repeated = crypto.randomUUID();
      await tess.insert("feedback", {
        ...{ id: repeated, campaign_id: stove, application_id: applicationId(stove, tess.id), tester_id: tess.id },
        ...{ type: "bug", rating: 2, summary: "No sound on the lock screen", details: "Silent.", status: "submitted" },
      });
      await dana.patch("feedback", repeated, { status: "rejected", reason_code: "duplicate", duplicate_of: known });
      await at(`/tester/tests/${stove}/report/${repeated}`);
      await expect(page.getByRole("figure").filter({ hasText: "Known issue" })).toContainText(
        "The alarm stays silent when the screen is locked",
        { timeout: 60_000 },
      );
      await expect(page.getByText(/^It was reported on .*, \d+ minutes? before yours\.$/)).toBeVisible();
    });
  },
);
