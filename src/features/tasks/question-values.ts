import type { Language } from "#sync/schema/languages.ts";
import type { Answer, Question } from "#sync/schema/tasks.ts";
import { susItems, umuxLiteItems } from "#sync/tasks/questionnaires.ts";
import { susOf, umuxLiteOf } from "#sync/tasks/scores.ts";

const range = (min: number, max: number) => Array.from({ length: max - min + 1 }, (_, i) => String(min + i));

/** The possible answers to a question, in order. Empty for free answers and questionnaires. */
export function valuesOf({ kind, options, min, max }: Question): readonly string[] {
  if (kind === "single" || kind === "multiple") return options;
  if (kind === "scale") return range(min, max);
  if (kind === "nps") return range(0, 10);
  return kind === "seq" ? range(1, 7) : [];
}

/** The fixed statements of a questionnaire; none for other kinds. */
export const statementsOf = (kind: Question["kind"], locale: Language): readonly string[] =>
  kind === "sus" ? susItems[locale] : kind === "umux_lite" ? umuxLiteItems[locale] : [];

/** The score of a questionnaire; null for other kinds. */
export const questionnaireScore = (kind: Question["kind"], answer: Answer | undefined): number | null =>
  kind === "sus" ? susOf(answer) : kind === "umux_lite" ? umuxLiteOf(answer) : null;

/** One answer in one line: the score of a questionnaire, or what was chosen or typed. */
export function answerText({ kind }: Question, answer: Answer | undefined, format: Intl.NumberFormat): string {
  const score = questionnaireScore(kind, answer);
  if (score !== null) return format.format(score);
  return answer === undefined
    ? ""
    : [answer]
        .flat()
        .map((one) => (typeof one === "number" ? format.format(one) : one))
        .join(", ");
}
