// Concurrent mutations: the transaction that writes a row also checks its state, so one of two
// decisions wins and sent reports stay unchanged.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore, type Store } from "../../../sync/database/store.ts";
import { savedReplyKeep } from "../../../sync/mutations/account.ts";
import { applicationAccept, applicationReject, campaignApply } from "../../../sync/mutations/applications.ts";
import {
  type AppInput,
  appCreate,
  releaseCreate,
  releaseDelete,
  releaseFile,
  releasePublish,
} from "../../../sync/mutations/apps.ts";
import { campaignCreate, campaignDelete, campaignPublish } from "../../../sync/mutations/campaigns.ts";
import {
  reportAttach,
  reportDetach,
  reportDiscard,
  reportEdit,
  reportFixedIn,
  reportMarkKnown,
  reportStart,
  reportSubmit,
} from "../../../sync/mutations/feedback.ts";
import { flagDismiss, flagResolve } from "../../../sync/mutations/flag-decisions.ts";
import { payoutFailed, payoutPaid } from "../../../sync/mutations/payouts.ts";
import { commitReview, scheduleReview } from "../../../sync/mutations/pending-reviews.ts";
import { patchRow } from "../../../sync/mutations/row.ts";
import { type Decision, decided, pendingReviewPrefix } from "../../../sync/outbox/pending-review.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Role } from "../../../sync/schema/profiles.ts";
import { replyLimits } from "../../../sync/schema/replies.ts";
import type { Result } from "../../../sync/transport/result.ts";
import { briefInput, campaignInput, value } from "../../fixtures/sync/scenario.ts";

let open: Store | undefined;
async function storeOf(role: Role): Promise<Store> {
  const person = { id: crypto.randomUUID(), name: "P", email: "p@example.test", role };
  open = await openStore(person, { device: crypto.randomUUID(), multiInstance: false });
  return open;
}
beforeEach(() => {
  open = undefined;
});
afterEach(() => open?.close());

const id = () => crypto.randomUUID();
const stamp = { created_at: "2026-11-01T00:00:00.000Z", updated_at: "2026-11-01T00:00:00.000Z" };
const confirmed = { ...stamp, sync_xid: "1", sync_client: id(), sync_seq: 1 };
const appInput: AppInput = {
  ...{ title: "App", description: "", platform: "android", type: "APK", icon_path: "", screenshots: [] },
  ...{ requirements: [], compatibility: "" },
};
const filled = { rating: 3, summary: "It stops", details: "After a minute" };

async function drafting(): Promise<{ store: Store; draft: Feedback }> {
  const store = await storeOf("tester");
  const application = { id: id(), campaign_id: id(), campaign_title: "A", org_id: id(), developer_id: id() };
  const started = value(await reportStart(store, { ...application, release_id: null } as Application, ""));
  return { store, draft: value(await reportEdit(store, started.id, filled)) };
}

/** A file that cannot be read before `release` is called. */
function slowFile(): { file: { name: string; blob: Blob }; release: () => void } {
  const blob = new Blob(["a video"], { type: "video/mp4" });
  const read = blob.arrayBuffer.bind(blob);
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  blob.arrayBuffer = () => released.then(read);
  return { file: { name: "a.mp4", blob }, release };
}

const rejected = (code: string) => ({ ok: false, error: { type: "not_allowed", code } });

test("S10 S11 a file still being read when its report is sent is rejected with the reason, and leaves nothing", async () => {
  const { store, draft } = await drafting();
  const { file, release } = slowFile();
  const attaching = reportAttach(store, draft.id, file);
  value(await reportSubmit(store, draft.id));
  release();
  expect(await attaching).toEqual(rejected("text_frozen"));
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.toJSON()).toMatchObject({ status: "submitted", attachments: [] });
  expect(await store.device.pending.count()).toBe(0);
  expect(await store.device.blobs.count()).toBe(0);
});

test("S10 O2 text typed into a report that another tab has sent stays in the outbox", async () => {
  const { store, draft } = await drafting();
  value(await reportSubmit(store, draft.id));
  expect(await reportEdit(store, draft.id, { ...filled, details: "Only when it rains" })).toEqual(
    rejected("text_frozen"),
  );
  expect(await store.device.outbox.toArray()).toMatchObject([
    { kind: "recovered", id: draft.id, field: "details", text: "Only when it rains" },
  ]);
  expect(await reportDiscard(store, draft.id)).toEqual(rejected("wrong_state"));
});

test("S11 an annotated picture replaces the previous one in one write", async () => {
  const { store, draft } = await drafting();
  const picture = (text: string) => ({ name: "a.png", blob: new Blob([text], { type: "image/png" }) });
  const first = value(await reportAttach(store, draft.id, picture("with a face")));
  value(await reportAttach(store, draft.id, picture("another")));
  const marked = value(await reportAttach(store, draft.id, picture("without"), first));
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.attachments.map((a) => a.id)).toEqual([marked.id, expect.any(String)]);
  expect(await store.device.blobs.get(first.sha256)).toBeUndefined();
  expect(await reportAttach(store, draft.id, picture("too late"), first)).toMatchObject({
    error: { type: "not_found" },
  });
  expect(await store.device.blobs.count()).toBe(2);
});

test("S11 O2 a file that failed to upload can be replaced or removed after its report was sent, an uploaded one cannot", async () => {
  const { store, draft } = await drafting();
  const picture = (text: string) => ({ name: "a.png", blob: new Blob([text], { type: "image/png" }) });
  const first = value(await reportAttach(store, draft.id, picture("damaged")));
  const second = value(await reportAttach(store, draft.id, picture("lost")));
  value(await reportSubmit(store, draft.id));
  expect(await reportAttach(store, draft.id, picture("one more"))).toEqual(rejected("text_frozen"));
  const again = value(await reportAttach(store, draft.id, picture("chosen again"), first));
  value(await reportDetach(store, draft.id, second));
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.attachments.map((a) => a.id)).toEqual([again.id]);
  expect((await store.device.pending.toArray()).map((item) => item.id)).toEqual([again.id]);
  await row?.incrementalPatch({ uploaded: [again.id] });
  expect(await reportAttach(store, draft.id, picture("other words"), again)).toEqual(rejected("text_frozen"));
  expect(await reportDetach(store, draft.id, again)).toEqual(rejected("text_frozen"));
});

async function oneOf(both: Promise<Result<unknown>>[]): Promise<void> {
  const results = await Promise.all(both);
  expect(results.filter((one) => one.ok)).toHaveLength(1);
  expect(results.find((one) => !one.ok)).toMatchObject({
    error: { type: expect.stringMatching(/not_allowed|not_found/) },
  });
}

test("S15 S20 a draft that is published and deleted concurrently ends up as one of them", async () => {
  const store = await storeOf("developer");
  const owner = { org_id: id(), name: "Org" };
  const campaign = value(await campaignCreate(store, campaignInput(), briefInput, owner));
  await oneOf([campaignPublish(store, campaign.id, "2026-01-01"), campaignDelete(store, campaign.id)]);
  const app = value(await appCreate(store, appInput, owner));
  const release = value(await releaseCreate(store, app.id, { version: "1", notes: "" }));
  await oneOf([releasePublish(store, release.id), releaseDelete(store, release.id)]);
});

test("S20 S28 a file read during its release's publication does not become its file", async () => {
  const store = await storeOf("developer");
  const app = value(await appCreate(store, appInput, { org_id: id(), name: "Org" }));
  const release = value(await releaseCreate(store, app.id, { version: "1", notes: "" }));
  const { file: slow, release: go } = slowFile();
  const file = new File([slow.blob], "a.apk");
  file.arrayBuffer = () => slow.blob.arrayBuffer();
  const naming = releaseFile(store, release.id, file);
  value(await releasePublish(store, release.id));
  go();
  expect(await naming).toEqual(rejected("wrong_state"));
  expect(await store.device.pending.count()).toBe(0);
});

const decide = (store: Store, id: string, decision: Decision) =>
  patchRow(store, "feedback", id, (row) => {
    const patch = decided(row, decision);
    return patch.ok ? patch.value : patch;
  });

test("S17 S18 only one of two concurrent decisions counts", async () => {
  const store = await storeOf("developer");
  const draft = { id: id(), campaign_id: id() };
  const base = {
    ...{
      campaign_title: "A",
      application_id: id(),
      tester_id: id(),
      tester_name: "T",
      org_id: id(),
      developer_id: id(),
    },
    ...{ assignee_id: null, assignee_name: "", release_id: null, type: "bug", ...filled, steps: "", severity: "low" },
    ...{ device: "", attachments: [], uploaded: [], status: "submitted", usefulness: 0, reason_code: "", reason: "" },
    ...{ duplicate_of: null, duplicate_sent_at: null, known: false, fixed_release_id: null, priority: "", tags: [] },
    ...{
      reproductions: 0,
      retests: { fixed: 0, still_there: 0, unclear: 0 },
      captured_at: stamp.created_at,
      received_at: stamp.created_at,
      history: [],
      reviewed_at: null,
    },
    ...{ due_at: null, hidden: false, is_sample: false, ...confirmed },
  };
  await store.collection("feedback").upsert({ ...base, ...draft } as never);
  expect(await reportMarkKnown(store, draft.id, true)).toEqual(rejected("wrong_state"));
  expect(await reportFixedIn(store, draft.id, id())).toEqual(rejected("wrong_state"));
  await oneOf([
    decide(store, draft.id, { to: "approved", usefulness: 4 }),
    decide(store, draft.id, { to: "rejected", reason_code: "out_of_scope", reason: "", duplicate_of: null }),
  ]);
  const application = {
    ...{ id: id(), campaign_id: id(), campaign_title: "A", tester_id: id(), org_id: id(), developer_id: id() },
    ...{ status: "pending", message: "", answers: [], agreement_version: 0, agreement_accepted_at: null, reason: "" },
    card: { name: "T", avatar_path: "", karma: 0, rating: null, tests_completed: 0, devices: [], expertise: [] },
    ...{ selection_note: "", applied_at: stamp.created_at, decided_at: null, accepted_at: null, downloaded_at: null },
    ...{ release_id: null, confirmed_issues: [], completed_at: null, is_sample: false, ...confirmed },
    ...{ results: {}, results_status: "", results_review: {}, results_submitted_at: null },
    ...{ results_reviewed_at: null, results_due_at: null, code_checks: {}, uploaded: [], retests: {} },
  };
  await store.collection("applications").upsert(application as never);
  await oneOf([applicationAccept(store, application.id), applicationReject(store, application.id, "No")]);
});

test("S26 T8 only one of two concurrent admin decisions counts", async () => {
  const store = await storeOf("admin");
  const payout = {
    ...{ id: id(), tester_id: id(), tester_name: "T", paypal_email: "t@example.test", currency: "USD" },
    ...{ amount_cents: 100, status: "requested", reason: "", requested_at: stamp.created_at, decided_at: null },
    ...{ is_sample: false, ...confirmed },
  };
  await store.collection("payouts").upsert(payout as never);
  await oneOf([payoutPaid(store, payout.id), payoutFailed(store, payout.id, "Closed account")]);
  const flag = {
    ...{
      id: id(),
      reporter_id: id(),
      reporter_name: "R",
      content_type: "app",
      content_id: id(),
      content_title: "App",
      reason: "Spam",
    },
    ...{ status: "pending", resolution: "", hidden: false, resolved_at: null, is_sample: false, ...confirmed },
  };
  await store.collection("flags").upsert(flag as never);
  await oneOf([flagResolve(store, flag.id, "Hidden", true), flagDismiss(store, flag.id, "Fine")]);
});

test("S9 S18 concurrent additions create one application, and no reply beyond the limit", async () => {
  const store = await storeOf("tester");
  const { id: person } = store.person as NonNullable<Store["person"]>;
  const campaign = { ...campaignInput(), id: id(), org_id: id(), developer_id: id() } as unknown as Campaign;
  const apply = () => campaignApply(store, campaign, { message: "", answers: [], agreement_version: 0 });
  await oneOf([apply(), apply()]);
  const reply = { kind: "comment", language: "en", text: "Thanks" } as const;
  const almostFull = Array.from({ length: 2 * replyLimits.saved - 1 }, () => [id(), reply] as const);
  const account = {
    ...{ id: person, email: "p@example.test", unverified_email: "", new_email: "", new_email_waits: "" },
    ...{ paypal_email: "", language: "en", time_zone: "", notification_preferences: {} },
    ...{ billing: { plan: "free", next_billing_date: null, payment_method: "" } },
    ...{
      saved_replies: Object.fromEntries(almostFull),
      saved_searches: [],
      saved_views: {},
      saved_templates: {},
      shared: {},
    },
    ...{ memberships: [], blocked_organizations: [], ...confirmed },
  };
  await store.collection("accounts").upsert(account as never);
  await oneOf([savedReplyKeep(store, person, id(), reply), savedReplyKeep(store, person, id(), reply)]);
});

test("S18 a decision about 200 reports that were deleted meanwhile is kept in the outbox", async () => {
  const { store, draft } = await drafting();
  const feedback = store.collection("feedback");
  const row = (await feedback.findOne(draft.id).exec())?.toMutableJSON();
  const ids = Array.from({ length: 200 }, id);
  await feedback.bulkUpsert(ids.map((id) => ({ ...row, id, status: "submitted" }) as never));
  await feedback.bulkRemove(ids);
  value(await scheduleReview(store, ids, { to: "approved", usefulness: 4 }, "page"));
  expect(await commitReview(store, ids)).toMatchObject({ ok: false, error: { type: "not_found" } });
  expect(await store.device.drafts.where("key").startsWith(pendingReviewPrefix).count()).toBe(0);
  expect(await store.device.outbox.where("key").startsWith("recovered|").count()).toBe(200);
});
