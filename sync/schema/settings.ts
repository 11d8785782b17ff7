// The five sections of System Settings, one row each. `saved_at` null: the section has no effect
// yet (decisions.md).
import * as v from "valibot";
import { id, instant, replicated } from "./fields.ts";

export const settings = v.object({
  id,
  section: v.picklist(["general", "security", "notifications", "payments", "branding"]),
  values: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  saved_at: v.nullable(instant),
  ...replicated,
});
export type Setting = v.InferOutput<typeof settings>;
