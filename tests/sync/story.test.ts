// The main story without screens: campaign, application, offline report with photos, offline
// review, one reward. On PGlite and PostgreSQL.
import { describe, expect, test } from "vitest";
import { applicationAccept, campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { reportAttach, reportEdit, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import { applicationTo } from "../../sync/queries/applications.ts";
import { profileById } from "../../sync/queries/profile.ts";
import { rewardsOfTester } from "../../sync/queries/rewards.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { until } from "../fixtures/sync/device.ts";
import {
  briefInput,
  campaignInput,
  joinCampaign,
  openCampaign,
  publishCampaign,
  reportApprove,
  reportById,
  today,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

const photo = (byte: number) => new Blob([new Uint8Array(50_000).fill(byte)], { type: "image/png" });

describe.each(ruleEngines)("on %s", (engine) => {
  const scenario = useScenario(engine);

  test("O4 a report written offline with two photos arrives once, is approved offline, and pays once", async () => {
    const dev = await scenario.signedUp("developer", "Dana Developer");
    const tester = await scenario.signedUp("tester", "Tess Tester");

    const campaign = value(await campaignCreate(await dev.store(), campaignInput({ auto_select: false }), briefInput));
    value(await campaignPublish(await dev.store(), campaign.id, today()));
    const offered = await openCampaign(tester, campaign);

    const application = value(
      await campaignApply(await tester.store(), offered, {
        message: "I camp a lot",
        answers: [],
        agreement_version: 0,
      }),
    );
    await dev.see(applicationTo(campaign.id, tester.person.id), (a) => a?.status === "pending");
    value(await applicationAccept(await dev.store(), application.id));
    const accepted = await tester.see(applicationTo(campaign.id, tester.person.id), (a) => a?.status === "accepted");
    if (!accepted) throw new Error("unreachable");
    await tester.drained();

    tester.network.up = false;
    const draft = value(await reportStart(await tester.store(), accepted, "Pixel 9, Android 16"));
    const text = {
      rating: 4,
      type: "bug",
      summary: "Map blinds me",
      details: "White flash",
      steps: "1. Open at night",
    } as const;
    value(await reportEdit(await tester.store(), draft.id, text));
    value(await reportAttach(await tester.store(), draft.id, { name: "one.png", blob: photo(1) }));
    value(await reportAttach(await tester.store(), draft.id, { name: "two.png", blob: photo(2) }));
    // The tab dies and reopens offline: the draft exists.
    await tester.kill();
    const again = await scenario.device(tester);
    again.network.up = false;
    const kept = await again.see(reportById(draft.id), (r) => r !== null);
    expect(kept).toMatchObject({ ...text, status: "draft" });
    expect(kept?.attachments).toHaveLength(2);
    value(await reportSubmit(await again.store(), draft.id));
    expect(await scenario.sql("select id from feedback where id = $1", [draft.id])).toEqual([]);

    again.network.up = true;
    await again.sync.syncNow();
    await again.drained();
    const arrived = await dev.see(reportById(draft.id), (r) => r?.status === "submitted" && r.uploaded.length === 2);
    expect(arrived).toMatchObject({ ...text, tester_name: "Tess Tester" });

    dev.network.up = false;
    value(await reportApprove(await dev.store(), draft.id, 4));
    dev.network.up = true;
    await dev.sync.syncNow();
    await dev.drained();
    const reward = await again.see(rewardsOfTester(tester.person.id), (r) => r.length === 1);
    expect(reward[0]).toMatchObject({ amount_cents: 1500, currency: "USD", status: "earned" });
    // 10 for the approval, 2 × usefulness 4.
    await again.see(profileById(tester.person.id), (p) => p?.karma === 18);

    const [counts] = await scenario.sql<Record<string, string>>(
      `select (select count(*) from applications where campaign_id = $1)::int as applications,
              (select count(*) from feedback where campaign_id = $1)::int as reports,
              (select count(*) from rewards where campaign_id = $1)::int as rewards,
              (select count(*) from storage.objects where bucket_id = 'attachments' and name like $2)::int as objects`,
      [campaign.id, `${tester.person.id}/%`],
    );
    expect(counts).toEqual({ applications: 1, reports: 1, rewards: 1, objects: 2 });
  });

  test("B15 O2 a change notification reaches the other device long before the next poll", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev, "By hint");
    await joinCampaign(tester, campaign);
    // Polls are a minute apart, and this test waits 20 seconds.
    await until("the tester on the developer's device", async () => {
      const [found] = await (await dev.store()).collection("applications").find().exec();
      return found?.status === "accepted" ? true : undefined;
    });
  });
});
