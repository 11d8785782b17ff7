// Writing a report (S10, S11) and reviewing it (S18). Where the server refused a report, the
// person's version lives in the outbox: edits go there until it is sent again.
import { storing } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { type Decision, decided } from "../outbox/pending-review.ts";
import { refusedReport } from "../outbox/refused-report.ts";
import type { Application } from "../schema/applications.ts";
import type { Comment } from "../schema/comments.ts";
import { type Attachment, type Feedback, feedbackLimits, type ReportInput, tagKey } from "../schema/feedback.ts";
import { canMove } from "../schema/transitions.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";
import { discardAttachment, queueAttachment } from "../uploads/attachments.ts";
import { refusedRetry } from "./outbox.ts";
import { insertRow, patchRow, patchRows, removeRow } from "./row.ts";

const outboxKey = (id: string) => `refused|feedback|${id}`;

/** Begins a draft, about the build fetched last. `device` may be prefilled from the profile. */
export async function reportStart(store: Store, application: Application, device: string): Promise<Result<Feedback>> {
  const { person } = store;
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  return insertRow(store, "feedback", {
    id: crypto.randomUUID(),
    campaign_id: application.campaign_id,
    campaign_title: application.campaign_title,
    application_id: application.id,
    tester_id: person.id,
    tester_name: person.name,
    org_id: application.org_id,
    developer_id: application.developer_id,
    assignee_id: null,
    assignee_name: "",
    release_id: application.release_id,
    type: "bug",
    rating: 0,
    summary: "",
    details: "",
    steps: "",
    severity: "medium",
    device,
    attachments: [],
    uploaded: [],
    status: "draft",
    usefulness: 0,
    reason_code: "",
    reason: "",
    duplicate_of: null,
    duplicate_sent_at: null,
    known: false,
    fixed_release_id: null,
    priority: "",
    tags: [],
    reproductions: 0,
    captured_at: timestamp(),
    received_at: null,
    history: [],
    reviewed_at: null,
    due_at: null,
    hidden: false,
    is_sample: false,
  });
}

/** Changes the person's version, wherever it lives. */
async function changeOwn(
  store: Store,
  id: string,
  change: (row: Feedback) => Partial<Feedback>,
): Promise<Result<Feedback>> {
  const { outbox } = store.side;
  // In one transaction: a refusal that comes meanwhile puts a newer version there.
  const inOutbox = await storing(() =>
    store.side.transaction("rw", outbox, async () => {
      const refused = await outbox.get(outboxKey(id));
      if (!refused) return null;
      const row = refusedReport(refused);
      const next = { ...row, ...change(row) };
      await outbox.put({ ...refused, doc: next });
      return next;
    }),
  );
  if (!inOutbox.ok) return inOutbox;
  return inOutbox.value ? ok(inOutbox.value) : patchRow(store, "feedback", id, change);
}

/**
 * Saves what was typed. Only a draft, or a report that was sent back or refused, is the author's to
 * change.
 */
export const reportEdit = (store: Store, id: string, input: Partial<ReportInput>): Promise<Result<Feedback>> =>
  changeOwn(store, id, (row) => ({
    ...input,
    // A draft's time is when it was last written; a report that was sent once keeps its own.
    ...(row.received_at === null ? { captured_at: timestamp() } : {}),
  }));

/** Stores a file with the report: the bytes first, then the row. */
export async function reportAttach(
  store: Store,
  id: string,
  file: { name: string; blob: Blob; width?: number; height?: number },
): Promise<Result<Attachment>> {
  const added = await queueAttachment(store, id, file);
  if (!added.ok) return added;
  const { max, bytes } = feedbackLimits.attachments;
  const tooLarge = (attachments: readonly Attachment[]) =>
    [...attachments, added.value].reduce((sum, { size }) => sum + size, 0) > bytes;
  const changed = await changeOwn(store, id, (row) =>
    row.attachments.length >= max ||
    tooLarge(row.attachments) ||
    row.attachments.some((a) => a.sha256 === added.value.sha256)
      ? {}
      : { attachments: [...row.attachments, added.value] },
  );
  if (changed.ok && changed.value.attachments.some((a) => a.id === added.value.id)) return added;
  await discardAttachment(store, added.value);
  if (!changed.ok) return changed;
  const { attachments } = changed.value;
  if (attachments.some((a) => a.sha256 === added.value.sha256)) return fail({ type: "not_allowed", code: "duplicate" });
  return fail({ type: "not_allowed", code: attachments.length < max ? "report_full" : "too_many" });
}

export async function reportDetach(store: Store, id: string, attachment: Attachment): Promise<Result<Feedback>> {
  const changed = await changeOwn(store, id, (row) => ({
    attachments: row.attachments.filter((a) => a.id !== attachment.id),
  }));
  if (changed.ok) await discardAttachment(store, attachment);
  return changed;
}

/**
 * Hands the report in. Checked here as in the form and on the server: rating, summary, details or
 * steps.
 */
export async function reportSubmit(store: Store, id: string): Promise<Result<Feedback>> {
  const changed = await changeOwn(store, id, (row) =>
    canMove("feedback", row.status, "submitted", "tester") ? { status: "submitted" } : {},
  );
  if (!changed.ok) return changed;
  if (changed.value.status !== "submitted") return fail({ type: "not_allowed", code: "wrong_state" });
  if (await store.side.outbox.get(outboxKey(id))) {
    const again = await refusedRetry(store, outboxKey(id));
    if (!again.ok) return again;
  }
  return changed;
}

/** Throws a draft (or a refused report) away, with its files. */
export async function reportDiscard(store: Store, id: string): Promise<Result<void>> {
  const row = await store.collection("feedback").findOne(id).exec();
  const refused = await store.side.outbox.get(outboxKey(id));
  const attachments = (refused && refusedReport(refused).attachments) ?? row?.attachments ?? [];
  if (row?.status === "draft") {
    const removed = await removeRow(store, "feedback", id);
    if (!removed.ok) return removed;
  } else if (row && !refused) return fail({ type: "not_allowed", code: "wrong_state" });
  // Last: until the draft is deleted, the rejected version is the only copy of the text.
  return storing(async () => {
    if (refused) await store.side.outbox.delete(refused.key);
    for (const a of attachments) await discardAttachment(store, a);
  });
}

/**
 * Answers several reports at once, each as its own decision says. @returns what became of each, in
 * order
 */
export function reportsDecide(
  store: Store,
  decisions: readonly (readonly [id: string, decision: Decision])[],
): Promise<Result<Feedback>[]> {
  const about = new Map(decisions);
  return patchRows(store, "feedback", [...about.keys()], (row) => {
    const decision = about.get(row.id);
    return decision ? decided(row, decision) : fail({ type: "not_found" });
  });
}

/** Approves; the server pays. @param usefulness 1–5 */
export async function reportApprove(store: Store, id: string, usefulness: number): Promise<Result<Feedback>> {
  const [done] = await reportsDecide(store, [[id, { to: "approved", usefulness }]]);
  return done ?? fail({ type: "not_found" });
}

/**
 * Changes what reviewers write beside their decision.
 * @returns the first failure, if any; the others are changed all the same
 */
async function patchSent(
  store: Store,
  ids: readonly string[],
  change: (row: Feedback) => Result<Partial<Feedback>>,
): Promise<Result<void>> {
  const done = await patchRows(store, "feedback", ids, (row) =>
    row.status === "draft" ? fail({ type: "not_allowed", code: "wrong_state" }) : change(row),
  );
  const failed = done.find((one) => !one.ok);
  return failed && !failed.ok ? failed : ok(undefined);
}

/**
 * Assigns reports to a member, or to nobody (null). The server replaces the name with that of the
 * profile.
 */
export const reportsAssign = (store: Store, ids: readonly string[], to: { id: string; name: string } | null) =>
  patchSent(store, ids, () => ok({ assignee_id: to?.id ?? null, assignee_name: to?.name ?? "" }));

export const reportsPrioritize = (store: Store, ids: readonly string[], priority: Feedback["priority"]) =>
  patchSent(store, ids, () => ok({ priority }));

/** Adds tags to reports and takes others off. `too_many`: a report would have more than ten. */
export const reportsTag = (
  store: Store,
  ids: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
) =>
  patchSent(store, ids, (row) => {
    const without = (list: readonly string[], others: readonly string[]) =>
      list.filter((tag) => !others.some((one) => tagKey(one) === tagKey(tag)));
    const kept = without(row.tags, remove);
    const tags = [...kept, ...without(add, kept)];
    return tags.length > feedbackLimits.tags.max ? fail({ type: "not_allowed", code: "too_many" }) : ok({ tags });
  });

/** Names the build in which a known issue is fixed; null: it is not, after all. */
export const reportFixedIn = (store: Store, id: string, releaseId: string | null) =>
  patchRow(store, "feedback", id, { fixed_release_id: releaseId });

/** Shows an approved report to accepted testers as a known issue, or no longer. */
export const reportMarkKnown = (store: Store, id: string, known: boolean) => patchRow(store, "feedback", id, { known });

/** Adds to the thread under a report. Append-only. */
export async function commentAdd(
  store: Store,
  report: Feedback,
  body: string,
  internal = false,
): Promise<Result<Comment>> {
  const { person } = store;
  if (!person) return fail({ type: "not_allowed", code: "forbidden" });
  return insertRow(store, "comments", {
    id: crypto.randomUUID(),
    feedback_id: report.id,
    author_id: person.id,
    author_name: person.name,
    tester_id: report.tester_id,
    org_id: report.org_id,
    developer_id: report.developer_id,
    body,
    internal,
    captured_at: timestamp(),
    is_sample: false,
  });
}
