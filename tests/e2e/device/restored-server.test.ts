import { campaignStage, draftOf, openReport, story, testerWithDraft } from "../../fixtures/browser/draft.ts";
import { signIn, synced } from "../../fixtures/browser/people.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const stage = campaignStage();

test(
  "O2 B13 after a restore the sync panel lists what the server lost, and sends all of it again with one press",
  long,
  async () => {
    const { sql } = stage.product;
    const { person, draft } = await testerWithDraft(stage.product, "Rosa Restored");
    const other = await draftOf(person, "The second of two");
    const { context, page } = await stage.open();
    await signIn(page, stage.product, person.email, "/tester");
    await openReport(page, stage.product, draft);
    await page.getByLabel(story).fill("Written since the backup");
    await expect
      .poll(async () => (await sql`select details from feedback where id = ${draft}`)[0]?.details, { timeout: 60_000 })
      .toBe("Written since the backup");
    await synced(page);
    // Last night's state: one report is older, the other does not exist yet.
    await sql.begin(async (night) => {
      await night`select set_config('betaflock.seeding', 'on', true)`;
      await night`alter table public.feedback disable trigger user`;
      await night`update public.feedback set details = '', sync_client = '', sync_seq = 1 where id = ${draft}`;
      await night`delete from public.feedback where id = ${other}`;
      await night`alter table public.feedback enable trigger user`;
      await night`select private.new_epoch()`;
    });

    await page.getByRole("button", { name: /^Sync:/ }).click();
    const panel = page.getByRole("dialog", { name: "Sync" });
    await panel.getByRole("button", { name: "Sync now" }).click();
    await expect(panel.getByText("The server was restored from a backup", { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expect(panel.getByText("2 items you wrote are no longer on the server.")).toBeVisible();
    await expect(panel.getByText("Written since the backup")).toBeVisible();
    await expect(panel.getByText("The second of two").first()).toBeVisible();
    await panel.getByRole("button", { name: "Send all again" }).click();
    await expect(panel.getByRole("heading", { name: "Needs attention" })).toBeHidden({ timeout: 60_000 });
    const there = async () => (await sql`select 1 from feedback where id in (${draft}, ${other})`).length;
    await expect.poll(there, { timeout: 60_000 }).toBe(2);
    await expect
      .poll(async () => (await sql`select details from feedback where id = ${draft}`)[0]?.details, { timeout: 60_000 })
      .toBe("Written since the backup");
    await context.close();
  },
);
