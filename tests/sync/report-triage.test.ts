// Priority and tags of reports: set offline, merged with concurrent changes, and only on the team's
// devices.
import { describe, expect, test } from "vitest";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { reportEdit, reportStart, reportSubmit, reportsPrioritize, reportsTag } from "../../sync/mutations/feedback.ts";
import { tagsOfOrganization } from "../../sync/queries/feedback.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import {
  briefInput,
  campaignInput,
  joinCampaign,
  reportApprove,
  reportById,
  type Someone,
  today,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

describe.each(ruleEngines)("on %s", (engine) => {
  const scenario = useScenario(engine);
  const back = async (who: Someone) => {
    who.network.up = true;
    await who.sync.syncNow();
    await who.drained();
  };

  test("B10 O2 merges offline priority and tags with a colleague's and a decision, and the tester gets none", async () => {
    const ada = await scenario.signedUp("developer", "Ada Answers");
    const ben = await scenario.signedUp("developer", "Ben Builds");
    const tester = await scenario.signedUp("tester");
    const org_id = crypto.randomUUID();
    await scenario.sql("insert into organizations (id, name) values ($1, 'The Team')", [org_id]);
    for (const [who, role] of [
      [ada, "owner"],
      [ben, "reviewer"],
    ] as const) {
      await scenario.sql("insert into organization_members (org_id, user_id, role) values ($1, $2, $3)", [
        ...[org_id, who.person.id, role],
      ]);
    }
    const owner = { org_id, name: "The Team" };
    const made = value(await campaignCreate(await ada.store(), campaignInput(), briefInput, owner));
    value(await campaignPublish(await ada.store(), made.id, today()));
    const application = await joinCampaign(tester, made);
    const { id } = value(await reportStart(await tester.store(), application, ""));
    value(await reportEdit(await tester.store(), id, { rating: 3, summary: "It stops", details: "After a minute." }));
    value(await reportSubmit(await tester.store(), id));
    for (const who of [ada, ben]) {
      await who.sync.syncNow();
      await who.see(reportById(id), (r) => r?.status === "submitted");
    }

    ada.network.up = false;
    value(await reportsPrioritize(await ada.store(), [id], "high"));
    value(await reportsTag(await ada.store(), [id], { add: ["Login", "later"], remove: [] }));
    value(await reportsTag(await ada.store(), [id], { add: ["login"], remove: ["LATER"] }));
    const here = await ada.see(reportById(id), (r) => r?.priority === "high");
    expect(here).toMatchObject({ tags: ["Login"], sync_xid: "" });
    expect(await ada.see(tagsOfOrganization(org_id), (tags) => tags.length > 0)).toEqual(["Login"]);
    // The device rejects an eleventh tag, like the server.
    const many = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
    expect(await reportsTag(await ada.store(), [id], { add: many, remove: [] })).toMatchObject({
      error: { type: "not_allowed", code: "too_many" },
    });

    value(await reportsTag(await ben.store(), [id], { add: ["crash"], remove: [] }));
    value(await reportApprove(await ben.store(), id, 4));
    await ben.drained();
    await back(ada);
    for (const who of [ada, ben]) {
      await who.sync.syncNow();
      const seen = await who.see(reportById(id), (r) => r?.status === "approved" && r.tags.length === 2);
      expect(seen).toMatchObject({ priority: "high", tags: ["crash", "Login"] });
    }
    await tester.sync.syncNow();
    const theirs = await tester.see(reportById(id), (r) => r?.status === "approved");
    expect(theirs).toMatchObject({ priority: "", tags: [] });
    expect(await ada.see(rejectedChanges(), () => true)).toEqual([]);
  });
});
