import { describe, expect, test } from "vitest";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { reportEdit, reportStart, reportSubmit, reportsAssign } from "../../sync/mutations/feedback.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
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

  /** Creates two team members and a report that both have. */
  async function reported() {
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
        org_id,
        who.person.id,
        role,
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
    return { ada, ben, tester, id, org_id };
  }
  const back = async (who: Someone) => {
    who.network.up = true;
    await who.sync.syncNow();
    await who.drained();
  };

  test("B1 O2 a report assigned offline and decided on another device has both changes", long, async () => {
    const { ada, ben, tester, id } = await reported();
    ada.network.up = false;
    value(await reportsAssign(await ada.store(), [id], { id: ben.person.id, name: "Ben" }));
    // The device shows the change at once and marks it as pending.
    const here = await ada.see(reportById(id), (r) => r?.assignee_id === ben.person.id);
    expect(here).toMatchObject({ assignee_name: "Ben", sync_xid: "" });
    value(await reportApprove(await ben.store(), id, 4));
    await ben.drained();
    await back(ada);
    const both = { status: "approved", usefulness: 4, assignee_id: ben.person.id, assignee_name: "Ben Builds" };
    for (const who of [ada, ben, tester]) {
      await who.sync.syncNow();
      await who.see(reportById(id), (r) => r?.status === "approved" && r.assignee_name === "Ben Builds");
    }
    expect(await scenario.sql("select status, usefulness, assignee_id, assignee_name from feedback")).toContainEqual(
      both,
    );
    expect(await ada.see(rejectedChanges(), () => true)).toEqual([]);
  });

  test(
    "B1 O2 of two assignments the server's wins; one to a former member goes to the outbox, its decision does not",
    long,
    async () => {
      const { ada, ben, id, org_id } = await reported();
      ada.network.up = false;
      value(await reportsAssign(await ada.store(), [id], { id: ada.person.id, name: "Ada" }));
      value(await reportsAssign(await ben.store(), [id], { id: ben.person.id, name: "Ben" }));
      await ben.drained();
      await back(ada);
      await ada.see(reportById(id), (r) => r?.assignee_name === "Ben Builds");
      expect(await ada.see(rejectedChanges(), () => true)).toEqual([]);

      value(await reportsAssign(await ada.store(), [id], null));
      await ada.drained();
      ada.network.up = false;
      value(await reportsAssign(await ada.store(), [id], { id: ben.person.id, name: "Ben" }));
      await scenario.sql("delete from organization_members where org_id = $1 and user_id = $2", [
        org_id,
        ben.person.id,
      ]);
      await back(ada);
      const [entry] = await ada.see(rejectedChanges(), (list) => list.length > 0);
      expect(entry).toMatchObject({ collection: "feedback", code: "not_a_reviewer" });
      await ada.see(reportById(id), (r) => r?.assignee_id === null && r.sync_xid !== "");

      ada.network.up = false;
      value(await reportsAssign(await ada.store(), [id], { id: ben.person.id, name: "Ben" }));
      value(await reportApprove(await ada.store(), id, 5));
      await back(ada);
      await ada.see(reportById(id), (r) => r?.status === "approved" && r.assignee_id === null && r.sync_xid !== "");
      expect(await ada.see(rejectedChanges(), () => true)).toHaveLength(1);
    },
  );
});
