// Figures about a campaign's results: who is where, which steps fail, and what surveys say.
import type { Application } from "#sync/schema/applications.ts";
import type { Answer, Question, Step, Task, TaskResult } from "#sync/schema/tasks.ts";
import { type Outcome, outcomeOf, taskOfKey } from "#sync/tasks/outcome.ts";
import { mean, nps, proportion, type Score, seq, sus, umuxLite } from "#sync/tasks/scores.ts";
import { valuesOf } from "./question-values.ts";
import type { SetFilter } from "./search.ts";

/** Accepted testers, and everyone with results. */
export const takersOf = (applications: readonly Application[]): Application[] =>
  applications.filter(
    ({ status, results }) => status === "accepted" || status === "completed" || Object.keys(results).length > 0,
  );

export const setOf = ({ results_status }: Application): SetFilter => (results_status === "" ? "open" : results_status);

/** Returns the results of a task, of each build. @param build a release id; empty for all */
export const resultsOf = (task: Task, { results }: Application, build = ""): TaskResult[] =>
  Object.entries(results).flatMap(([key, result]) =>
    taskOfKey(key) === task.id && (build === "" || result.release_id === build) ? [result] : [],
  );

const severity: readonly Outcome[] = ["failed", "blocked", "open", "passed"];

/** The worst outcome of a task's results; null if the tester has not begun. */
export function worstOf(task: Task, taker: Application, build: string): Outcome | null {
  const all = resultsOf(task, taker, build).map((result) => outcomeOf(task, result));
  return severity.find((one) => all.includes(one)) ?? null;
}

export interface WeakStep {
  task: Task;
  step: Step;
  number: number;
  failed: number;
  blocked: number;
  marked: number;
  share: Score | null;
}

/** Steps that failed or were blocked, the worst first. */
export function weakSteps(tasks: readonly Task[], takers: readonly Application[], build: string): WeakStep[] {
  return tasks
    .flatMap((task) => {
      const results = takers.flatMap((taker) => resultsOf(task, taker, build));
      return task.steps.map((step, at): WeakStep => {
        const marks = results.flatMap(({ steps }) => steps?.[step.id]?.mark ?? []);
        const count = (mark: string) => marks.filter((one) => one === mark).length;
        const [failed, blocked] = [count("fail"), count("blocked")];
        const marked = marks.length - count("skip");
        return { task, step, number: at + 1, failed, blocked, marked, share: proportion(failed, marked) };
      });
    })
    .filter(({ failed, blocked }) => failed + blocked > 0)
    .sort((a, b) => b.failed / b.marked - a.failed / a.marked || b.failed - a.failed || b.blocked - a.blocked);
}

export interface QuestionFigures {
  question: Question;
  n: number;
  /** A score with its interval, for kinds that have one and from five answers. */
  score: Score | null;
  scale: readonly [min: number, max: number] | null;
  /** Number of answers by value, in the order of the scale. */
  bars: readonly { label: string; value: number }[];
  texts: readonly { name: string; text: string }[];
}

const scores = { nps, sus, seq, umux_lite: umuxLite } as const;
const scales = { nps: [-100, 100], sus: [0, 100], seq: [1, 7], umux_lite: [0, 100] } as const;

/** Figures of one question over all testers and builds. */
export function figuresOf(
  task: Task,
  question: Question,
  takers: readonly Application[],
  build: string,
): QuestionFigures {
  const given = takers.flatMap((taker) =>
    resultsOf(task, taker, build).flatMap(({ answers }) => {
      const answer = answers?.[question.id];
      return answer === undefined || answer === "" ? [] : [{ name: taker.card.name, answer }];
    }),
  );
  const answers = given.map(({ answer }) => answer);
  const { kind, min, max } = question;
  const numbers = answers.filter((one): one is number => typeof one === "number");
  const known = kind === "nps" || kind === "sus" || kind === "seq" || kind === "umux_lite";
  const has = (answer: Answer, value: string) => [answer].flat().some((one) => String(one) === value);
  return {
    ...{ question, n: answers.length },
    score: known
      ? scores[kind](answers)
      : kind === "scale"
        ? mean(numbers, min, max)
        : kind === "number"
          ? mean(numbers, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
          : null,
    scale: known ? scales[kind] : kind === "scale" ? [min, max] : null,
    bars: valuesOf(question).map((label) => ({ label, value: answers.filter((one) => has(one, label)).length })),
    texts: kind === "text" ? given.map(({ name, answer }) => ({ name, text: String(answer) })) : [],
  };
}
