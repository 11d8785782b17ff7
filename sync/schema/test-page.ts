// The public page of a test, for visitors. Apart from the catalog, which the landing page loads.
import * as v from "valibot";
import { campaigns, screeningQuestion } from "./campaigns.ts";
import { developerFigures } from "./catalog.ts";
import { text } from "./fields.ts";
import { sqlFunction } from "./functions.ts";

/** The public page of a running or completed public test; null for others. */
const testPage = v.object({
  ...v.pick(campaigns, [
    ...(["id", "org_id", "developer_name", "app_id", "title", "description", "requirements", "category"] as const),
    ...(["platform", "start_date", "end_date", "status", "max_testers", "testers_joined", "effort_minutes"] as const),
    ...(["required_tasks", "task_minutes"] as const),
    ...(["reward_model", "reward_amount_cents", "currency", "review_days", "auto_select", "published_at"] as const),
  ]).entries,
  screening: v.array(v.pick(screeningQuestion, ["id", "question"])),
  has_agreement: v.boolean(),
  /** The icon of the published app; empty without one. */
  icon_path: text(400),
  screenshots: v.array(text(400)),
  has_developer_page: v.boolean(),
  ...developerFigures,
});
export type TestPage = v.InferOutput<typeof testPage>;
export const readTest = sqlFunction("read_test", v.nullable(testPage));
