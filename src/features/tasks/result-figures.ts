// Figures about a campaign's results: states of testers, failed steps, and answers to surveys.
import type { Application } from "#sync/schema/applications.ts";
import { type CampaignSummary, mostResults } from "#sync/schema/campaign-functions.ts";
import type { Answer, Question, Results, Step, Task, TaskResult } from "#sync/schema/tasks.ts";
import { type Outcome, outcomeOf, taskOfKey } from "#sync/tasks/outcome.ts";
import { mean, momentsOf, proportion, type Score, scoredValue, scoreOf } from "#sync/tasks/scores.ts";
import { valuesOf } from "./question-values.ts";
import type { SetFilter } from "./search.ts";

/** Accepted testers, and everyone with results. */
export const takersOf = (applications: readonly Application[]): Application[] =>
  applications.filter(
    ({ status, results }) => status === "accepted" || status === "completed" || Object.keys(results).length > 0,
  );

export const setOf = ({ results_status }: Application): SetFilter => (results_status === "" ? "open" : results_status);

const NONE: readonly TaskResult[] = [];
/** By task. Rows never change, so each is read once for all figures. */
const resultsByTask = new WeakMap<Results, ReadonlyMap<string, TaskResult[]>>();

function byTask(results: Results): ReadonlyMap<string, TaskResult[]> {
  const known = resultsByTask.get(results);
  if (known) return known;
  const made = new Map<string, TaskResult[]>();
  for (const [key, result] of Object.entries(results)) {
    const task = taskOfKey(key);
    made.set(task, [...(made.get(task) ?? []), result]);
  }
  resultsByTask.set(results, made);
  return made;
}

/** Returns the results of a task, of each build. @param build a release id; empty for all */
export function resultsOf(task: Task, { results }: Application, build = ""): readonly TaskResult[] {
  const all = byTask(results).get(task.id) ?? NONE;
  return build === "" ? all : all.filter(({ release_id }) => release_id === build);
}

const severity: readonly Outcome[] = ["failed", "blocked", "open", "passed"];

/** The worst outcome of a task's results; null if the tester has not begun. */
export function worstOf(task: Task, taker: Application, build: string): Outcome | null {
  const all = resultsOf(task, taker, build).map((result) => outcomeOf(task, result));
  return severity.find((one) => all.includes(one)) ?? null;
}

/** Numbers of testers by their worst outcome of a task. */
export function outcomesOf(task: Task, takers: readonly Application[], build: string) {
  const counts = { failed: 0, blocked: 0, open: 0, passed: 0 };
  for (const taker of takers) {
    const outcome = worstOf(task, taker, build);
    if (outcome) counts[outcome]++;
  }
  return counts;
}

/** A failed or blocked step, or a blocked task, of one tester. */
export interface Problem {
  id: string;
  taker: Application;
  /** Null: the task as a whole. */
  step: Step | null;
  /** 1 for the first step, 0 for the whole task. */
  number: number;
  mark: "fail" | "blocked";
  note: string;
  reportId: string | null;
  releaseId: string | null;
}

/** What stopped testers in a task, by step. @param stepId all steps if undefined */
export function problemsOf(
  task: Task,
  takers: readonly Application[],
  build: string,
  stepId: string | undefined,
): Problem[] {
  const all = takers.flatMap((taker) =>
    resultsOf(task, taker, build).flatMap((result): Problem[] => {
      const releaseId = result.release_id;
      const of = (step: Step | null) => ({ id: `${taker.id} ${releaseId} ${step?.id}`, taker, step, releaseId });
      const blocked = { number: 0, mark: "blocked" as const, note: result.note ?? "", reportId: null };
      return [
        ...(result.state === "blocked" ? [{ ...of(null), ...blocked }] : []),
        ...task.steps.flatMap((step, at): Problem[] => {
          const { mark, note = "", report_id: reportId = null } = result.steps?.[step.id] ?? {};
          return mark === "fail" || mark === "blocked" ? [{ ...of(step), number: at + 1, mark, note, reportId }] : [];
        }),
      ];
    }),
  );
  return all.filter(({ step }) => stepId === undefined || step?.id === stepId).sort((a, b) => a.number - b.number);
}

/** The results that figures are about. */
export interface FiguresProps {
  tasks: readonly Task[];
  takers: readonly Application[];
  /** A release id; empty for all. */
  build: string;
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

const scales = { nps: [-100, 100], sus: [0, 100], seq: [1, 7], umux_lite: [0, 100] } as const;

/** The ends of a question's score; null if it has none. A number has no ends. */
function scaleOf({
  kind,
  min,
  max,
}: Pick<Question, "kind" | "min" | "max">): readonly [min: number, max: number] | null {
  if (kind === "number") return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (kind === "scale") return [min, max];
  return kind in scales ? scales[kind as keyof typeof scales] : null;
}

const valuesIn = (question: Question, answers: readonly Answer[]): number[] =>
  answers.flatMap((answer) => scoredValue(question.kind, answer) ?? []);

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
  const scale = scaleOf(question);
  const has = (answer: Answer, value: string) => [answer].flat().some((one) => String(one) === value);
  return {
    ...{ question, n: answers.length },
    score: scale && mean(valuesIn(question, answers), ...scale),
    scale: question.kind === "number" ? null : scale,
    bars: valuesOf(question).map((label) => ({ label, value: answers.filter((one) => has(one, label)).length })),
    texts: question.kind === "text" ? given.map(({ name, answer }) => ({ name, text: String(answer) })) : [],
  };
}

/** The figures of a campaign's summary, without testers and their words; null without tasks. */
export function resultSummary(
  tasks: readonly Task[],
  applications: readonly Application[],
): CampaignSummary["results"] {
  if (tasks.length === 0) return null;
  const takers = takersOf(applications);
  const count = (...states: Application["results_status"][]) =>
    takers.filter(({ results_status }) => states.includes(results_status)).length;
  return {
    ...{ takers: takers.length, submitted: count("submitted", "accepted"), accepted: count("accepted") },
    steps: weakSteps(tasks, takers, "")
      .slice(0, mostResults.steps)
      .map(({ task, step, ...one }) => ({
        ...{ task: task.title, step: step.do, number: one.number },
        ...{ failed: one.failed, blocked: one.blocked, marked: one.marked },
      })),
    questions: tasks
      .flatMap((task) => task.questions.map((question) => ({ task, question })))
      .filter(({ question }) => scaleOf(question) !== null)
      .slice(0, mostResults.questions)
      .map(({ task, question }) => {
        const given = takers.flatMap((taker) => resultsOf(task, taker).map(({ answers }) => answers?.[question.id]));
        const { text, kind, min, max } = question;
        const answers = given.filter((answer) => answer !== undefined);
        return { task: task.title, text, kind, min, max, ...momentsOf(valuesIn(question, answers)) };
      }),
  };
}

type SummaryQuestion = NonNullable<CampaignSummary["results"]>["questions"][number];

/** The score of a question of a summary; null below five answers. */
export const summaryScore = (question: SummaryQuestion): Score | null => {
  const scale = scaleOf(question);
  return scale && scoreOf(question, ...scale);
};
