// Rows on an admin's device: open flags and payouts, the targets of open flags, and nothing else of
// the marketplace.
import { randomUUID } from "node:crypto";
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { fetchRow } from "../../sync/catalog/kept-rows.ts";
import { flagDismiss } from "../../sync/mutations/flag-decisions.ts";
import { allFlags } from "../../sync/queries/admin.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { flaggedReport } from "../../sync/queries/catalog.ts";
import { applicationId } from "../../sync/schema/ids.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import { publishCampaign, type Someone, useScenario, value } from "../fixtures/sync/scenario.ts";

describe.each(ruleEngines)("%s", (engine) => {
  const scenario = useScenario(engine);

  async function anAdmin(): Promise<Someone> {
    const someone = await scenario.signedUp("tester", "admin");
    await scenario.sql("update profiles set role = 'admin' where id = $1", [someone.person.id]);
    await someone.sync.syncNow();
    await until("an admin's store", async () => ((await someone.store()).role === "admin" ? true : undefined));
    return someone;
  }
  async function insert(who: Someone, table: string, row: object): Promise<void> {
    const client = await who.sync.transport.client();
    expect((await client.from(table).insert(row)).error).toBe(null);
  }
  async function flag(reporter: Someone, content_type: string, content_id: string): Promise<string> {
    const id = randomUUID();
    await insert(reporter, "flags", { id, reporter_id: reporter.person.id, content_type, content_id, reason: "Rude" });
    return id;
  }
  async function marketplace() {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev, "A campaign to flag");
    const [campaign_id, tester_id, report] = [campaign.id, tester.person.id, randomUUID()];
    await dev.drained();
    const application_id = applicationId(campaign_id, tester_id);
    await insert(tester, "applications", { id: application_id, campaign_id, tester_id });
    await insert(tester, "feedback", {
      ...{ id: report, campaign_id, application_id, tester_id, type: "bug", rating: 2, severity: "low" },
      ...{ summary: "The words are rude", details: "All of them.", status: "submitted" },
    });
    return { dev, tester, campaign, report };
  }

  test("S26 O2 after all rows of a long queue on the device are decided, the next ones arrive", long, async () => {
    const { tester, campaign } = await marketplace();
    // One transaction per row, as users would create them. Skips the triggers, which are slow for a
    // thousand rows.
    await scenario.sql(`do $do$ begin
      for n in 1..1040 loop
        perform set_config('betaflock.seeding', 'on', true);
        insert into public.flags (id, reporter_id, content_type, content_id, reason)
          values (gen_random_uuid(), '${tester.person.id}', 'campaign', '${campaign.id}', 'Flag ' || n);
        commit;
      end loop;
    end $do$`);
    const admin = await anAdmin();
    const pending = (flags: readonly { status: string }[]) => flags.filter(({ status }) => status === "pending").length;
    await admin.see(allFlags(), (flags) => pending(flags) === 1000);
    await scenario.sql(
      `update public.flags set status = 'dismissed' from (select set_config('betaflock.seeding', 'on', true)) s
        where id in (select id from public.flags where status = 'pending' order by sync_xid, id limit 1000)`,
    );
    await admin.see(allFlags(), (flags) => pending(flags) === 40);
    await scenario.sql("delete from public.flags");
  });

  test("S26 O1 targets of open flags are on the device before they are opened, and can be decided offline", async () => {
    const { tester, dev, campaign, report } = await marketplace();
    await flag(tester, "campaign", campaign.id);
    const rude = await flag(dev, "feedback", report);
    const admin = await anAdmin();
    await admin.see(campaignById(campaign.id), (c) => c?.title === "A campaign to flag");
    await admin.see(flaggedReport(report), (r) => r?.found.report.summary === "The words are rude");
    await admin.see(allFlags(), (flags) => flags.length >= 2);
    admin.network.up = false;
    value(await flagDismiss(await admin.store(), rude, "They are not"));
    expect((await firstValueFrom(flaggedReport(report).observe(await admin.store())))?.found.report.details).toBe(
      "All of them.",
    );
    admin.network.up = true;
    await admin.sync.syncNow();
    await admin.drained();
    expect(await scenario.sql("select status from flags where id = $1", [rude])).toEqual([{ status: "dismissed" }]);
  });

  test(
    "S26 O2 decisions that the server still has are not reported as lost in a new epoch; a lost flag's decision is",
    long,
    async () => {
      const { tester, campaign } = await marketplace();
      const [kept, lost] = [await flag(tester, "campaign", campaign.id), await flag(tester, "campaign", campaign.id)];
      const admin = await anAdmin();
      const own = await flag(admin, "campaign", campaign.id);
      await admin.see(allFlags(), (flags) => [kept, lost, own].every((id) => flags.some((row) => row.id === id)));
      for (const id of [kept, lost, own]) value(await flagDismiss(await admin.store(), id, `No reason ${id}`));
      await admin.drained();
      const before = await admin.store();
      await scenario.sql("delete from public.flags where id = $1", [lost]);
      await scenario.sql("select private.new_epoch()");
      await admin.sync.syncNow();
      await until("the rebuilt store", async () => (await admin.store()) !== before || undefined);
      await until("the comparison", async () => {
        const { device } = await admin.store();
        const left = [await device.ownRows.count(), (await device.meta.get("restored")) ? 1 : 0];
        return left.every((n) => n === 0) || undefined;
      });
      const entries = await (await admin.store()).device.outbox.toArray();
      expect(entries.map(({ code, doc }) => [code, doc.id])).toEqual([["restored", lost]]);
    },
  );

  test("S26 T9 a target that the server does not have is missing, and its copy is deleted", long, async () => {
    const { campaign, report } = await marketplace();
    const admin = await anAdmin();
    const [store, { transport }] = [await admin.store(), admin.sync];
    const asked = (kind: "campaign" | "feedback", id: string) =>
      fetchRow(store, transport, kind, id, { changed: false });
    expect(value(await asked("campaign", campaign.id))).toBe(true);
    expect(value(await asked("feedback", report))).toBe(true);
    expect(await firstValueFrom(flaggedReport(report).observe(store))).not.toBe(null);
    await scenario.sql("update feedback set _deleted = true where id = $1", [report]);
    for (const id of [report, randomUUID()]) expect(value(await asked("feedback", id))).toBe(false);
    expect(await firstValueFrom(flaggedReport(report).observe(store))).toBe(null);
    admin.network.up = false;
    expect(await asked("campaign", campaign.id)).toMatchObject({ ok: false });
    expect(await firstValueFrom(campaignById(campaign.id).observe(store))).toMatchObject({ id: campaign.id });
  });

  test("S23 an admin's device replicates open tasks and the admin's own rows, whatever the marketplace contains", async () => {
    await marketplace();
    const admin = await anAdmin();
    await admin.synced();
    const store = await admin.store();
    expect([...store.names].sort()).toEqual(
      ["accounts", "flags", "notifications", "payouts", "profiles", "settings"].sort(),
    );
    const held = await Promise.all(
      (["profiles", "accounts"] as const).map((name) => store.collection(name).find().exec()),
    );
    expect(held.flat().map(({ primary }) => primary)).toEqual([admin.person.id, admin.person.id]);
  });
});
