import type { Store } from "../database/store.ts";
import { isUntouched } from "../queries/feedback.ts";
import type { Application } from "../schema/applications.ts";
import type { Feedback } from "../schema/feedback.ts";
import type { Result } from "../transport/result.ts";
import { reportStart } from "./feedback.ts";

/**
 * Starts a report. Reopens an existing empty draft, so that repeated clicks create no further
 * drafts.
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
