// A developer's saved campaign template: texts, questions and duration. Title, dates, reward and
// platform belong to each campaign.
import * as v from "valibot";
import { campaigns } from "./campaigns.ts";
import { line, text } from "./fields.ts";

/** `bytes`: the total of all templates, as JSON. */
export const templateLimits = { saved: 20, name: 60, bytes: 400_000 } as const;

const { description, requirements, agreement, screening, effort_minutes } = campaigns.entries;

export const savedTemplate = v.object({
  name: v.pipe(line(templateLimits.name), v.minLength(1)),
  ...{ description, requirements, agreement, screening, effort_minutes },
  instructions: text(20_000),
});
export type SavedTemplate = v.InferOutput<typeof savedTemplate>;
/** Campaign fields that a template fills in. */
export type TemplateValues = Omit<SavedTemplate, "name">;

/** Returns the size of a value as JSON in UTF-8, in bytes. */
export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
