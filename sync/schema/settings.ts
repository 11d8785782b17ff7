// The five sections of System Settings, one row each. `saved_at` is null until the section takes
// effect (decisions.md).
import * as v from "valibot";
import { id, instant, line, replicated } from "./fields.ts";
import { languages, plannedLanguages } from "./languages.ts";
import { settingsSections } from "./values.ts";

export const settings = v.object({
  id,
  section: v.picklist(settingsSections),
  values: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  saved_at: v.nullable(instant),
  /** Keys of values that were not saved yet: screens show them, and they have no effect. */
  display_only: v.array(line(40)),
  ...replicated,
});
/** Allowed values, as in SQL (tests/sql/choices.test.ts compares both). */
export const settingOptions = {
  timezone: ["UTC", "ET", "CT", "MT", "PT"],
  date_format: ["MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD"],
  language: [...languages, ...plannedLanguages],
} as const;
export const settingLimits = {
  max_testers_per_campaign: [1, 10_000],
  min_password_length: [8, 72],
  password_expiry_days: [0, 3650],
} as const;
export type Setting = v.InferOutput<typeof settings>;
