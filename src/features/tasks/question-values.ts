import type { Question } from "#sync/schema/tasks.ts";

const range = (min: number, max: number) => Array.from({ length: max - min + 1 }, (_, i) => String(min + i));

/** The possible answers to a question, in order. Empty for free answers and questionnaires. */
export function valuesOf({ kind, options, min, max }: Question): readonly string[] {
  if (kind === "single" || kind === "multiple") return options;
  if (kind === "scale") return range(min, max);
  if (kind === "nps") return range(0, 10);
  return kind === "seq" ? range(1, 7) : [];
}
