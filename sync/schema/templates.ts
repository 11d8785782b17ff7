// What a developer begins a campaign with: its texts, questions and time, under a name. Title,
// dates, reward and platform are those of each campaign.
import * as v from "valibot";
import { campaigns } from "./campaigns.ts";
import { text } from "./fields.ts";

/** `bytes`: of all of them, as JSON. */
export const templateLimits = { saved: 20, name: 60, bytes: 400_000 } as const;

const { description, requirements, agreement, screening, effort_minutes } = campaigns.entries;

export const savedTemplate = v.object({
  name: v.pipe(text(templateLimits.name), v.minLength(1)),
  ...{ description, requirements, agreement, screening, effort_minutes },
  instructions: text(20_000),
});
export type SavedTemplate = v.InferOutput<typeof savedTemplate>;
/** What a template fills in. */
export type TemplateValues = Omit<SavedTemplate, "name">;

/** The size of a value as JSON, in UTF-8. */
export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
