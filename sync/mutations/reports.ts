import { docsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { isUntouched } from "../queries/feedback.ts";
import type { Application } from "../schema/applications.ts";
import type { Feedback, ReportInput } from "../schema/feedback.ts";
import type { Result } from "../transport/result.ts";
import { reportStart } from "./feedback.ts";

/**
 * Starts a report. Reopens an existing empty draft, so that repeated clicks create no further
 * drafts.
 * @param prefilled starts another report with this text
 */
export async function reportBegin(
  store: Store,
  application: Application,
  device: string,
  prefilled?: Partial<ReportInput>,
): Promise<Result<Feedback>> {
  if (prefilled) return reportStart(store, application, device, prefilled);
  const { campaign_id, tester_id } = application;
  const drafts = await docsOf(store, "feedback", { campaign_id, tester_id, status: "draft" });
  const untouched = drafts.map((d) => d.toMutableJSON() as Feedback).find(isUntouched);
  return untouched ? { ok: true, value: untouched } : reportStart(store, application, device);
}
