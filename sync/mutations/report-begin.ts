// "Write a report": goes on with a draft in which nothing stands yet, so that pressing the button
// and going back leaves no trail of empty drafts.

import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Feedback } from "../schema/feedback.ts";
import type { Result } from "../transport/result.ts";
import { reportStart } from "./feedback.ts";

export const isUntouched = (f: Feedback): boolean =>
  f.status === "draft" &&
  f.rating === 0 &&
  f.attachments.length === 0 &&
  `${f.summary}${f.details}${f.steps}`.trim() === "";

export async function reportBegin(store: Store, application: Application, device: string): Promise<Result<Feedback>> {
  const { campaign_id, tester_id } = application;
  const drafts = await store
    .collection("feedback")
    .find({ selector: { campaign_id, tester_id, status: "draft" } })
    .exec();
  const untouched = drafts.map((d) => d.toMutableJSON() as Feedback).find(isUntouched);
  return untouched ? { ok: true, value: untouched } : reportStart(store, application, device);
}
