// The browser's real quota: an open page recovers automatically when a full disk has space again.
import type { CDPSession } from "playwright/test";
import { campaign, campaignStage, openReport, question, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

/**
 * Lasts as long as the session.
 * @param bytes null for no limit
 */
const limitQuota = (control: CDPSession, bytes: number | null) =>
  control.send("Storage.overrideQuotaForOrigin", {
    origin: stage.product.url,
    ...(bytes === null ? {} : { quotaSize: bytes }),
  });

/** Runs in the page: writes to the databases fail while `full` is set. */
const fillDisk = () => {
  const disk = { full: false };
  for (const write of ["put", "add"] as const) {
    const own = IDBObjectStore.prototype[write];
    IDBObjectStore.prototype[write] = function (this: IDBObjectStore, ...args) {
      if (disk.full) throw new DOMException("There is no space left.", "QuotaExceededError");
      return own.apply(this, args);
    };
  }
  Object.assign(globalThis, { disk });
};

test("O1 O2 the sync badge and panel show that no write finds space until writes work again", long, async () => {
  const { person, draft } = await testerWithDraft(stage.product, "Frida Filled");
  const { context, page } = await stage.open();
  await context.addInitScript(fillDisk);
  await signIn(page, stage.product, person.email, "/tester");
  await openReport(page, stage.product, draft);
  await synced(page);
  await page.evaluate("disk.full = true");
  await page.getByLabel(question).fill("Typed while nothing fits");
  await expect(page.getByText("This device has no space left.")).toBeVisible();
  const badge = page.getByRole("button", { name: "Sync: Sync stopped" });
  await badge.click();
  const panel = page.getByRole("dialog", { name: "Sync" });
  await expect(panel.getByText("New data does not fit on this device")).toBeVisible();
  await page.evaluate("disk.full = false");
  await expect(panel.getByText("New data does not fit on this device")).toBeHidden();
  await page.keyboard.press("Escape");
  await synced(page);
  await expect
    .poll(async () => (await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary)
    .toBe("Typed while nothing fits");
});

test(
  "O1 O2 an open page recovers within fifteen seconds when a full disk has space: it pulls changes and sends input",
  long,
  async () => {
    const { person, draft } = await testerWithDraft(stage.product, "Fulvia Full");
    const { page } = await stage.openOnDisk("full");
    await signIn(page, stage.product, person.email, "/tester");
    await openReport(page, stage.product, draft);
    await synced(page);
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    const control = await page.context().newCDPSession(page);
    await limitQuota(control, 1);
    // Chromium checks the quota again after some seconds.
    let typed = 0;
    await expect(async () => {
      typed += 1;
      await page.getByLabel(question).fill(`Typed on a full disk, ${typed}`);
      await expect(page.getByText("This device has no space left.").first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    // A pulled row finds no space either.
    await stage.product.sql`update campaigns set title = 'Renamed meanwhile' where id = ${campaign}`;
    await expect(page.getByTestId("sync-badge")).toHaveAttribute("data-phase", "error", { timeout: 60_000 });

    await limitQuota(control, null);
    const since = Date.now();
    await expect(page.getByText("Renamed meanwhile").first()).toBeVisible({ timeout: 15_000 });
    await expect
      .poll(async () => (await stage.product.sql`select summary from feedback where id = ${draft}`)[0]?.summary, {
        timeout: 15_000,
      })
      .toBe(`Typed on a full disk, ${typed}`);
    test.info().annotations.push({ type: "went on after", description: `${Date.now() - since} ms` });
    await synced(page);
    expect(loads).toBe(0);
  },
);
