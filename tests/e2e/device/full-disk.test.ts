// The browser's own quota: the page that was open while the disk was full goes on by itself once
// there is room again.
import type { CDPSession } from "playwright/test";
import { campaign, campaignStage, openReport, question, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

/** As long as the session lasts. @param bytes null: as much as there is */
const limitQuota = (control: CDPSession, bytes: number | null) =>
  control.send("Storage.overrideQuotaForOrigin", {
    origin: stage.product.url,
    ...(bytes === null ? {} : { quotaSize: bytes }),
  });

test(
  "O1 O2 an open page goes on within fifteen seconds when a full disk has room again: it takes in what came, and sends what was typed",
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
    // Chromium looks at the quota anew after some seconds.
    let typed = 0;
    await expect(async () => {
      typed += 1;
      await page.getByLabel(question).fill(`Typed on a full disk, ${typed}`);
      await expect(page.getByText("This device has no space left.").first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    // And something comes that finds no room.
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
