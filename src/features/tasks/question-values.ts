import type { Answer, Question } from "#sync/schema/tasks.ts";
import { susOf, umuxLiteOf } from "#sync/tasks/scores.ts";

const range = (min: number, max: number) => Array.from({ length: max - min + 1 }, (_, i) => String(min + i));

/** The possible answers to a question, in order. Empty for free answers and questionnaires. */
export function valuesOf({ kind, options, min, max }: Question): readonly string[] {
  if (kind === "single" || kind === "multiple") return options;
  if (kind === "scale") return range(min, max);
  if (kind === "nps") return range(0, 10);
  return kind === "seq" ? range(1, 7) : [];
}

/** One answer in one line: the score of a questionnaire, or what was chosen or typed. */
export function answerText({ kind }: Question, answer: Answer | undefined, format: Intl.NumberFormat): string {
  const score = kind === "sus" ? susOf(answer) : kind === "umux_lite" ? umuxLiteOf(answer) : null;
  if (score !== null) return format.format(score);
  return answer === undefined
    ? ""
    : [answer]
        .flat()
        .map((one) => (typeof one === "number" ? format.format(one) : one))
        .join(", ");
}
