// What a tester does to a report in more than one write.
import type { Store } from "../database/store.ts";
import { isUntouched } from "../queries/feedback.ts";
import type { Application } from "../schema/applications.ts";
import type { Attachment, Feedback } from "../schema/feedback.ts";
import { fail, type Result } from "../transport/result.ts";
import { reportAttach, reportDetach, reportStart } from "./feedback.ts";

/**
 * "Write a report": reopens an empty draft if there is one, so that pressing the button and going
 * back does not pile up drafts.
 */
export async function reportBegin(store: Store, application: Application, device: string): Promise<Result<Feedback>> {
  const { campaign_id, tester_id } = application;
  const drafts = await store
    .collection("feedback")
    .find({ selector: { campaign_id, tester_id, status: "draft" } })
    .exec();
  const untouched = drafts.map((d) => d.toMutableJSON() as Feedback).find(isUntouched);
  return untouched ? { ok: true, value: untouched } : reportStart(store, application, device);
}

/**
 * Replaces a report's picture (marked up). Stores the new one before removing the old one, so
 * neither a crash nor a full disk loses it.
 */
export async function reportReplaceFile(
  store: Store,
  id: string,
  old: Attachment,
  file: { name: string; blob: Blob; width?: number; height?: number },
): Promise<Result<Attachment>> {
  const kept = await reportAttach(store, id, file);
  // No room for both at once: this time the old one goes first.
  const full = !kept.ok && kept.error.type === "not_allowed" && ["too_many", "report_full"].includes(kept.error.code);
  if (!kept.ok && !full) return kept;
  const gone = await reportDetach(store, id, old);
  if (!gone.ok) return gone;
  if (kept.ok) return kept;
  const again = await reportAttach(store, id, file);
  return again.ok ? again : fail(again.error);
}
