// Problematic report files: still loading when the report is sent, lost on the device afterwards,
// unsupported, a folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { insertCampaign, signUpByApi } from "../../fixtures/browser/api.ts";
import { campaignStage, openReport, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

/** Delays decoding a picture until the test continues it. */
const holdPictures = () => {
  const decode = globalThis.createImageBitmap.bind(globalThis);
  const gate = new Promise<void>((done) => Object.assign(globalThis, { letPicturesIn: done }));
  globalThis.createImageBitmap = (async (...args: Parameters<typeof createImageBitmap>) => {
    await gate;
    return decode(...args);
  }) as typeof createImageBitmap;
};

async function picture(page: Page, color: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = 120;
    canvas.height = 80;
    const context = canvas.getContext("2d");
    if (context) {
      context.fillStyle = fill;
      context.fillRect(0, 0, 120, 80);
    }
    return canvas.toDataURL("image/png");
  }, color);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}
const choose = async (page: Page, name: string, color = "#2a7") =>
  page
    .locator('input[type="file"][multiple]')
    .setInputFiles({ name, mimeType: "image/png", buffer: await picture(page, color) });
const files = (page: Page) => page.getByRole("list", { name: "Attachments" }).first();
const arrived = async (draft: string) => {
  const [row] = await stage.product
    .sql`select status, jsonb_array_length(attachments) as files, jsonb_array_length(uploaded) as uploaded from feedback where id = ${draft}`;
  return row;
};

async function writing(name: string, prepare?: () => void) {
  const { person, draft } = await testerWithDraft(stage.product, name);
  const { context, page } = await stage.open();
  if (prepare) await context.addInitScript(prepare);
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await synced(page);
  return { context, page, draft, person };
}

test("O2 S11 sending visibly waits for a file that is still being added", long, async () => {
  const { page, draft } = await writing("Sina Sender", holdPictures);
  await choose(page, "late.png");
  await page.getByRole("button", { name: "Review and send" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 file is still being added. You can send the report once it is here.")).toBeVisible();
  const send = dialog.getByRole("button", { name: "Send report" });
  await expect(send).toBeDisabled();
  expect(await arrived(draft)).toMatchObject({ status: "draft" });
  await page.evaluate("letPicturesIn()");
  await expect(dialog.getByText("is still being added", { exact: false })).toHaveCount(0);
  await send.click();
  await expect.poll(() => arrived(draft), { timeout: 60_000 }).toEqual({ status: "submitted", files: 1, uploaded: 1 });
});

test("O2 S11 a photo that this device lost after sending is chosen again, and arrives", long, async () => {
  const { context, page, draft, person } = await writing("Lola Lost");
  await context.setOffline(true);
  await choose(page, "lost.png");
  await expect(files(page).locator("img")).toHaveCount(1);
  await page.getByRole("button", { name: "Review and send" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("It will be sent when you are online.")).toBeVisible();
  await page.evaluate(
    (owner) =>
      new Promise<void>((done, failed) => {
        const open = indexedDB.open(`betaflock-${owner}`);
        open.onerror = () => failed(open.error);
        open.onsuccess = () => {
          const transaction = open.result.transaction("blobs", "readwrite");
          transaction.objectStore("blobs").clear();
          transaction.oncomplete = () => {
            open.result.close();
            done();
          };
        };
      }),
    person.id,
  );
  await context.setOffline(false);
  const notice = page.getByText("“lost.png” was not sent");
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Send without it" })).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose the file again" }).click();
  await (await chooser).setFiles({
    ...{ name: "again.png", mimeType: "image/png", buffer: await picture(page, "#a27") },
  });
  await expect(notice).toHaveCount(0);
  await expect.poll(() => arrived(draft), { timeout: 60_000 }).toEqual({ status: "submitted", files: 1, uploaded: 1 });
});

test(
  "S11 V3 a HEIC photo and a dropped folder are rejected with advice; a file dropped with it is attached",
  long,
  async () => {
    const { context, page } = await writing("Hedda Heic");
    const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(64)]);
    await page
      .locator('input[type="file"][multiple]')
      .setInputFiles({ name: "night.heic", mimeType: "image/heic", buffer: head });
    await expect(page.getByText("“night.heic” was not attached")).toBeVisible();
    await expect(
      page.getByText("Save it as JPEG, or choose Settings > Camera > Formats", { exact: false }),
    ).toBeVisible();

    const folder = mkdtempSync(join(tmpdir(), "betaflock-dropped-"));
    try {
      mkdirSync(join(folder, "pictures"));
      writeFileSync(join(folder, "beside.png"), await picture(page, "#72a"));
      // A drag from the operating system, where the browser marks folders.
      const field = page.getByRole("group", { name: /^Photos and files/ });
      await field.scrollIntoViewIfNeeded();
      const box = await field.boundingBox();
      if (!box) throw new Error("unreachable");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const browser = await context.newCDPSession(page);
      const data = {
        ...{ items: [], dragOperationsMask: 1 },
        files: [join(folder, "pictures"), join(folder, "beside.png")],
      };
      for (const type of ["dragEnter", "dragOver", "drop"] as const)
        await browser.send("Input.dispatchDragEvent", { type, x, y, data });
      await expect(page.getByText("Folders can't be dropped")).toBeVisible();
      await expect(page.getByText("Open the folder and drop the files in it.")).toBeVisible();
      await expect(files(page).getByText("beside.png")).toBeVisible();
      await expect(files(page).locator("img")).toHaveCount(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("S9 S10 a test of an app without a build shows this, and can still be confirmed", long, async () => {
  const dana = await signUpByApi(stage.product, "Dora Developer", "developer");
  const tess = await signUpByApi(stage.product, "Nora Nothing", "tester");
  const [app, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await dana.insert("apps", {
    ...{ id: app, developer_id: dana.id, title: "Night Map", description: "Maps for the night." },
    ...{ platform: "android", type: "APK" },
  });
  await insertCampaign(dana, { id, title: "A test without a build", app_id: app, auto_select: true });
  await dana.insert("briefs", { id, developer_id: dana.id, instructions: "Open the map at night." });
  await tess.insert("applications", { id: applicationId(id, tess.id), campaign_id: id, tester_id: tess.id });
  const { page } = await stage.open();
  await signIn(page, stage.product, tess.email, "/tester");
  await page.goto(`${stage.product.url}/tester/tests/${id}`);
  await expect(page.getByText("The developer hasn't added a build yet")).toBeVisible();
  await expect(page.getByText("It appears here as soon as there is one.", { exact: false })).toBeVisible();
  await expect(page.getByText(/nothing to download|no build to download/i)).toHaveCount(0);
  await page.getByRole("button", { name: "I have it open" }).click();
  await expect
    .poll(
      async () =>
        (
          await stage.product
            .sql`select downloaded_at is not null as done from applications where tester_id = ${tess.id}`
        )[0],
    )
    .toEqual({ done: true });
});
