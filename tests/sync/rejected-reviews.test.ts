// Reviews that the server rejects, or that arrive second, while colleagues make changes.
import { describe, expect, test } from "vitest";
import { campaignCreate, campaignEdit, campaignPublish } from "../../sync/mutations/campaigns.ts";
import {
  reportEdit,
  reportStart,
  reportSubmit,
  reportsAssign,
  reportsPrioritize,
  reportsTag,
} from "../../sync/mutations/feedback.ts";
import { notificationsRead } from "../../sync/mutations/notifications.ts";
import { rejectedRetry, restoreText } from "../../sync/mutations/outbox.ts";
import { commitReview, scheduleReview } from "../../sync/mutations/pending-reviews.ts";
import { pendingReviewPrefix } from "../../sync/outbox/pending-review.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { unreadNotifications } from "../../sync/queries/notifications.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
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

describe("a rejected change", () => {
  const scenario = useScenario();

  /** Creates two members of an organization and a report that both see. */
  async function team() {
    const ada = await scenario.signedUp("developer", "Ada Answers");
    const ben = await scenario.signedUp("developer", "Ben Builds");
    const tester = await scenario.signedUp("tester");
    const org_id = crypto.randomUUID();
    await scenario.sql("insert into organizations (id, name) values ($1, 'The Team')", [org_id]);
    for (const who of [ada, ben]) {
      await scenario.sql("insert into organization_members (org_id, user_id, role) values ($1, $2, 'owner')", [
        ...[org_id, who.person.id],
      ]);
    }
    const made = value(
      await campaignCreate(await ada.store(), campaignInput(), briefInput, { org_id, name: "The Team" }),
    );
    value(await campaignPublish(await ada.store(), made.id, today()));
    const application = await joinCampaign(tester, made);
    const { id } = value(await reportStart(await tester.store(), application, ""));
    value(await reportEdit(await tester.store(), id, { rating: 3, summary: "It stops", details: "After a minute." }));
    value(await reportSubmit(await tester.store(), id));
    for (const who of [ada, ben]) await who.see(reportById(id), (r) => r?.status === "submitted");
    return { ada, ben, tester, id, org_id, campaign: made };
  }

  /** The server rejects this device's pushes that contain the text. */
  const reject = (who: Someone, text: string) => {
    who.network.fault = (url, body) =>
      url.endsWith("/sync_push") && body.includes(text)
        ? { kind: "status", status: 422, body: { code: "PT422", message: "No", details: "forbidden" } }
        : null;
  };
  const rejected = async (who: Someone) => {
    const [entry] = await who.see(rejectedChanges(), (list) => list.length > 0);
    who.network.fault = () => null;
    if (!entry) throw new Error("unreachable");
    return entry;
  };
  const nothingLeft = (who: Someone) => who.see(rejectedChanges(), (list) => list.length === 0);

  test("B10 O2 retrying a review keeps assignee, priority and tags that colleagues set since", long, async () => {
    const { ada, ben, id } = await team();
    reject(ada, '"usefulness":4');
    value(await reportApprove(await ada.store(), id, 4));
    const entry = await rejected(ada);
    const store = await ben.store();
    value(await reportsPrioritize(store, [id], "urgent"));
    value(await reportsTag(store, [id], { add: ["crash"], remove: [] }));
    value(await reportsAssign(store, [id], { id: ben.person.id, name: "Ben Builds" }));
    await ben.drained();
    await ada.see(reportById(id), (r) => r?.priority === "urgent" && r.tags.length === 1 && r.assignee_id !== null);
    value(await rejectedRetry(await ada.store(), entry.key));
    await ada.drained();
    await nothingLeft(ada);
    const seen = await ben.see(reportById(id), (r) => r?.status === "approved");
    expect(seen).toMatchObject({ usefulness: 4, priority: "urgent", tags: ["crash"], assignee_id: ben.person.id });
  });

  test("B10 O2 merges tags of a rejected change with those that colleagues set since", long, async () => {
    const { ada, ben, id } = await team();
    reject(ada, '"mine"');
    value(await reportsTag(await ada.store(), [id], { add: ["mine"], remove: [] }));
    const entry = await rejected(ada);
    value(await reportsTag(await ben.store(), [id], { add: ["theirs"], remove: [] }));
    value(await reportApprove(await ben.store(), id, 5));
    await ada.see(reportById(id), (r) => r?.tags.length === 1 && r.status === "approved");
    value(await rejectedRetry(await ada.store(), entry.key));
    const seen = await ben.see(reportById(id), (r) => r?.tags.length === 2);
    expect(seen).toMatchObject({ status: "approved", usefulness: 5, tags: ["theirs", "mine"] });
  });

  test(
    "O2 retrying a rejected campaign edit reverts no column, and offers a text that both changed for comparison",
    long,
    async () => {
      const { ada, ben, campaign } = await team();
      reject(ada, "Ada's words");
      const store = await ada.store();
      value(await campaignEdit(store, campaign.id, { requirements: "Ada's words", review_days: 9 }));
      const entry = await rejected(ada);
      value(
        await campaignEdit(await ben.store(), campaign.id, {
          ...{ requirements: "Ben's words", description: "Ben wrote a better description of it." },
          ...{ max_testers: 30 },
        }),
      );
      await ada.see(campaignById(campaign.id), (c) => c?.max_testers === 30);
      value(await rejectedRetry(store, entry.key));
      const seen = await ben.see(campaignById(campaign.id), (c) => c?.review_days === 9);
      expect(seen).toMatchObject({
        ...{ requirements: "Ben's words", description: "Ben wrote a better description of it.", max_testers: 30 },
      });
      const left = await ada.see(rejectedChanges(), (list) => list.length > 0);
      expect(left).toMatchObject([{ kind: "recovered", field: "requirements", text: "Ada's words" }]);
      value(await restoreText(store, left[0]?.key ?? ""));
      await ben.see(campaignById(campaign.id), (c) => c?.requirements === "Ada's words");
      await nothingLeft(ada);
    },
  );

  test("S18 O2 a review held for Undo goes to the outbox with its text when another decision arrives", async () => {
    const { ada, ben, id } = await team();
    const store = await ada.store();
    const reason = "Dear {tester}, this is a long answer.";
    const decision = { to: "rejected", reason_code: "other", reason, duplicate_of: null } as const;
    value(await scheduleReview(store, [id], decision, "page"));
    value(await reportApprove(await ben.store(), id, 5));
    await ada.see(reportById(id), (r) => r?.status === "approved");
    expect(await commitReview(store, [id])).toMatchObject({ ok: false, error: { type: "not_allowed" } });
    const [entry] = await ada.see(rejectedChanges(), (list) => list.length > 0);
    expect(entry).toMatchObject({ kind: "recovered", field: "status", text: "rejected", id });
    expect(entry?.doc).toMatchObject({
      reason: "Dear tester, this is a long answer.",
      reason_code: "other",
      usefulness: 0,
    });
    // No review is held any more, and a second commit adds nothing.
    expect(await store.device.drafts.where("key").startsWith(pendingReviewPrefix).count()).toBe(0);
    value(await commitReview(store, [id]));
    expect(await ada.see(rejectedChanges(), () => true)).toHaveLength(1);
    expect(await ada.see(reportById(id), () => true)).toMatchObject({ status: "approved", usefulness: 5 });
  });

  test(
    "S18 O2 a held decision about a deleted report keeps its text; the same decision twice is not a loss",
    long,
    async () => {
      const { ada, ben, tester, id } = await team();
      const store = await ada.store();
      value(await scheduleReview(store, [id], { to: "approved", usefulness: 5 }, "page"));
      value(await reportApprove(await ben.store(), id, 5));
      await ada.see(reportById(id), (r) => r?.status === "approved");
      await commitReview(store, [id]);
      expect(await store.device.outbox.count()).toBe(0);
      const missing = crypto.randomUUID();
      value(await scheduleReview(store, [missing], { to: "changes_requested", reason: "Which phone?" }, "page"));
      expect(await commitReview(store, [missing])).toMatchObject({ ok: false, error: { type: "not_found" } });
      const [entry] = await ada.see(rejectedChanges(), (list) => list.length > 0);
      expect(entry).toMatchObject({ field: "status", doc: { id: missing, reason: "Which phone?" } });
      expect(await tester.see(rejectedChanges(), () => true)).toEqual([]);
    },
  );

  test("O2 read marks that a suspended user may not send raise no notice", long, async () => {
    const { tester, ben, id } = await team();
    value(await reportApprove(await ben.store(), id, 3));
    const [{ id: unread } = { id: "" }] = await tester.see(unreadNotifications(), (list) => list.length > 0);
    await scenario.sql("update profiles set status = 'suspended' where id = $1", [tester.person.id]);
    value(await notificationsRead(await tester.store(), [unread]));
    await until("the mark to be rejected", async () => {
      await tester.sync.syncNow();
      return (await scenario.sql("select 1 from sync_rejections where row_id = $1", [unread])).length > 0 || undefined;
    });
    await tester.drained();
    expect(await tester.see(rejectedChanges(), () => true)).toEqual([]);
    expect(tester.sync.status$.value.rejected).toBe(0);
  });
});
