// Writes and reviews reports. The author's version of a rejected report is in the outbox, where
// edits go until it is sent again.
import { keepRecovered } from "../database/outbox-writer.ts";
import type { Store } from "../database/store.ts";
import { withoutBreaks } from "../inputs/single-line.ts";
import { rejectedReport } from "../outbox/rejected-report.ts";
import type { Application } from "../schema/applications.ts";
import { collections } from "../schema/collections.ts";
import type { Comment } from "../schema/comments.ts";
import { type Attachment, type Feedback, feedbackLimits, type ReportInput, tagKey } from "../schema/feedback.ts";
import { noRetests } from "../schema/tasks.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";
import { discardAttachment, newAttachment } from "../uploads/attachments.ts";
import { fileTables } from "../uploads/pending-items.ts";
import { sendAgain } from "./outbox.ts";
import {
  type Edits,
  insertRow,
  isRejected,
  movesTo,
  mutate,
  orUndo,
  patchRow,
  patchRows,
  type Rejected,
  removeDraft,
  wrongState,
} from "./row.ts";

const outboxKey = (id: string) => `rejected|feedback|${id}`;

/** Starts a draft for the build downloaded last. `device` may be prefilled from the profile. */
export async function reportStart(
  store: Store,
  application: Application,
  device: string,
  prefilled: Partial<ReportInput> = {},
): Promise<Result<Feedback>> {
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
    release_id: application.release_id,
    type: "bug",
    severity: "medium",
    device,
    status: "draft",
    retests: noRetests,
    captured_at: timestamp(),
    ...prefilled,
  });
}

type Change = (row: Feedback) => Partial<Feedback> | Rejected;

/**
 * Changes the author's version, wherever it is stored. The transaction checks the state again,
 * because a submitted report cannot be edited.
 */
async function changeOwn(
  { device: { outbox } }: Store,
  edits: Edits,
  id: string,
  change: Change,
  mayChange: (row: Feedback) => boolean = isOpen,
): Promise<Result<Feedback>> {
  const rejected = await outbox.get(outboxKey(id));
  if (!rejected)
    return edits.patch("feedback", id, (row) =>
      mayChange(row) ? change(row) : fail({ type: "not_allowed", code: "text_frozen" }),
    );
  const row = rejectedReport(rejected);
  const changed = change(row);
  if (isRejected(changed)) return changed;
  const next = { ...row, ...changed };
  // Continuing to write revokes a rejected deletion.
  await outbox.put({ ...rejected, doc: { ...next, _deleted: false } });
  return ok(next);
}

/** True while its author may edit the report. */
function isOpen({ status }: Pick<Feedback, "status">): boolean {
  return status === "draft" || status === "changes_requested";
}

/** Files that never arrived can be chosen again or removed until the report is decided. */
const canGive =
  ({ id }: Attachment) =>
  (row: Feedback) =>
    isOpen(row) || (row.status === "submitted" && !row.uploaded.includes(id));

/** Saves typed text of a draft, a report with requested changes, or a rejected one. */
export function reportEdit(store: Store, id: string, input: Partial<ReportInput>): Promise<Result<Feedback>> {
  return mutate(store, ["feedback"], async (edits) => {
    const edited = await changeOwn(store, edits, id, (row) => ({
      ...input,
      ...(input.summary === undefined ? {} : { summary: withoutBreaks(input.summary) }),
      ...(input.device === undefined ? {} : { device: withoutBreaks(input.device) }),
      // A draft has the time of its last edit; a report that was sent keeps its first time.
      ...(row.received_at === null ? { captured_at: timestamp() } : {}),
    }));
    // Another tab sent the report first: keep the late text in the outbox.
    if (!edited.ok && edited.error.type === "not_allowed") await keepLateWords(store, edits, id, input);
    return edited;
  });
}

async function keepLateWords(store: Store, edits: Edits, id: string, input: Partial<ReportInput>): Promise<void> {
  const row = (await edits.read("feedback", [id])).get(id);
  if (!row) return;
  for (const field of collections.feedback.texts) {
    const text = input[field as keyof ReportInput];
    if (typeof text === "string" && text.trim() !== "" && text !== row[field as keyof Feedback])
      await keepRecovered(store.device, "feedback", { ...row, ...input }, field, text);
  }
}

/**
 * Stores and attaches a file, in one transaction.
 * @param instead the file that it replaces
 */
export async function reportAttach(
  store: Store,
  id: string,
  file: { name: string; blob: Blob; width?: number; height?: number },
  instead: Attachment | null = null,
): Promise<Result<Attachment>> {
  const made = await newAttachment(store, id, file, instead);
  if (!made.ok) return made;
  const { attachment } = made.value;
  const { max, bytes } = feedbackLimits.attachments;
  const take = (row: Feedback): ReturnType<Change> => {
    const others = row.attachments.filter((a) => a.id !== instead?.id);
    if (instead && others.length === row.attachments.length) return fail({ type: "not_found" });
    const attachments = instead
      ? row.attachments.map((a) => (a.id === instead.id ? attachment : a))
      : [...others, attachment];
    if (others.some((a) => a.sha256 === attachment.sha256)) return fail({ type: "not_allowed", code: "duplicate" });
    if (attachments.length > max) return fail({ type: "not_allowed", code: "too_many" });
    return attachments.reduce((sum, { size }) => sum + size, 0) > bytes
      ? fail({ type: "not_allowed", code: "report_full" })
      : { attachments };
  };
  const listed = (edits: Edits) => changeOwn(store, edits, id, take, instead ? canGive(instead) : isOpen);
  const done = await mutate(store, ["feedback"], listed, made.value.file);
  return done.ok ? ok(attachment) : done;
}

export function reportDetach(store: Store, id: string, attachment: Attachment): Promise<Result<Feedback>> {
  const without = (row: Feedback) => ({ attachments: row.attachments.filter((a) => a.id !== attachment.id) });
  return mutate(store, ["feedback", ...fileTables], async (edits) => {
    const changed = await changeOwn(store, edits, id, without, canGive(attachment));
    if (changed.ok) await discardAttachment(store, attachment);
    return changed;
  });
}

/** Submits the report. Checks rating, summary, and details or steps, like form and server. */
export function reportSubmit(store: Store, id: string): Promise<Result<Feedback>> {
  return mutate(store, ["feedback"], async (edits) => {
    // A rejected report is already submitted. The code below sends it again.
    const changed = await changeOwn(store, edits, id, (row) =>
      row.status === "submitted" ? {} : movesTo("feedback", "submitted", "tester")(row),
    );
    const rejected = await store.device.outbox.get(outboxKey(id));
    if (changed.ok && rejected) orUndo(await sendAgain(store, edits, rejected));
    return changed;
  });
}

/** Deletes a draft or rejected report with its files. */
export function reportDiscard(store: Store, id: string): Promise<Result<void>> {
  return mutate(store, ["feedback", ...fileTables], async (edits) => {
    const row = (await edits.read("feedback", [id])).get(id);
    const rejected = await store.device.outbox.get(outboxKey(id));
    if (row?.status === "draft") orUndo(await removeDraft(edits, "feedback", id));
    else if (row && !rejected) return wrongState;
    await store.device.outbox.delete(outboxKey(id));
    const attachments = (rejected && rejectedReport(rejected).attachments) ?? row?.attachments ?? [];
    for (const a of attachments) await discardAttachment(store, a);
    return ok(undefined);
  });
}

/**
 * Changes reviewers' columns of several reports.
 * @returns the first failure, if any; the other reports are changed nevertheless
 */
async function patchSent(store: Store, ids: readonly string[], change: Change): Promise<Result<void>> {
  const done = await patchRows(store, "feedback", ids, (row) => (row.status === "draft" ? wrongState : change(row)));
  const failed = done.find((one) => !one.ok);
  return failed && !failed.ok ? failed : ok(undefined);
}

/** Assigns reports; null unassigns them. The server replaces the name with the profile's. */
export const reportsAssign = (store: Store, ids: readonly string[], to: { id: string; name: string } | null) =>
  patchSent(store, ids, () => ({ assignee_id: to?.id ?? null, assignee_name: to?.name ?? "" }));

export const reportsPrioritize = (store: Store, ids: readonly string[], priority: Feedback["priority"]) =>
  patchSent(store, ids, () => ({ priority }));

/** Adds and removes tags. Fails with `too_many` if a report would have more than ten. */
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
    return tags.length > feedbackLimits.tags.max ? fail({ type: "not_allowed", code: "too_many" }) : { tags };
  });

/** Sets the build that fixes a known issue; null: none. */
export const reportFixedIn = (store: Store, id: string, releaseId: string | null) =>
  patchRow(store, "feedback", id, ({ status }) =>
    releaseId === null || status === "approved" ? { fixed_release_id: releaseId } : wrongState,
  );

/** Shows or hides an approved report as a known issue for accepted testers. */
export const reportMarkKnown = (store: Store, id: string, known: boolean) =>
  patchRow(store, "feedback", id, ({ status }) => (!known || status === "approved" ? { known } : wrongState));

/** Adds a comment to a report. Comments cannot be changed. */
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
  });
}
