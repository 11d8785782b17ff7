// Tasks of a brief, and a tester's results, which are a column of the application (docs/tasks.md).
import * as v from "valibot";
import { attachment, day, id, instant, integer, line, text } from "./fields.ts";

export const taskKinds = ["script", "survey", "check_in", "explore"] as const;
export const questionKinds = [
  ...["text", "single", "multiple", "scale", "number"],
  ...["nps", "sus", "seq", "umux_lite"],
] as const satisfies readonly string[];
const marks = ["pass", "fail", "blocked", "skip"] as const;
export const retestMarks = ["fixed", "still_there", "unclear"] as const;

/** `bytes`, `resultBytes`, `retestBytes`: of all tasks, results and retests as JSON. */
export const taskLimits = {
  tasks: 60,
  steps: 40,
  questions: 40,
  options: 20,
  bytes: 64_000,
  resultBytes: 32_000,
  retestBytes: 80_000,
  title: 120,
  body: 4000,
  step: 500,
  question: 300,
  option: 120,
  answer: 2000,
  number: 1_000_000_000,
  note: 1000,
  code: 40,
  photos: 5,
  minutes: 480,
  days: 60,
  conflicts: 50,
  /** Testers besides the report's author whom a known issue asks to try its fix. */
  volunteers: 5,
} as const;

/** Id of a task, step or question in its list. Valibot's records drop two names. */
const key = v.pipe(v.string(), v.regex(/^(?!(constructor|prototype)$)[a-z0-9]{1,12}$/), v.maxLength(12));

const step = v.object({ id: key, do: text(taskLimits.step), expect: text(taskLimits.step) });

const question = v.object({
  id: key,
  kind: v.picklist(questionKinds),
  /** Empty for SUS and UMUX-Lite, whose wording is fixed (sync/tasks/questionnaires.ts). */
  text: text(taskLimits.question),
  required: v.boolean(),
  /** Choices; empty for other kinds. */
  options: v.pipe(v.array(line(taskLimits.option)), v.maxLength(taskLimits.options)),
  /** The ends of a scale; 0 for other kinds. */
  min: integer(0, 10),
  max: integer(0, 10),
});

export const task = v.object({
  id: key,
  /** Rises with each edit of a published task. */
  version: integer(1, 9999),
  kind: v.picklist(taskKinds),
  title: v.pipe(line(taskLimits.title), v.minLength(1)),
  body: text(taskLimits.body),
  steps: v.pipe(v.array(step), v.maxLength(taskLimits.steps)),
  questions: v.pipe(v.array(question), v.maxLength(taskLimits.questions)),
  /** Only testers accepted later must do the task. Null: optional. Set by the server. */
  required_since: v.nullable(instant),
  /** True if each build needs its own result. */
  per_build: v.boolean(),
  minutes: integer(0, taskLimits.minutes),
  /** Days of a check-in; 0 for other kinds. */
  days: integer(0, taskLimits.days),
  /** Shows the task only after one of these answers (or marks) to an item of an earlier task. */
  only_if: v.nullable(
    v.object({ task: key, item: key, is: v.pipe(v.array(line(taskLimits.option)), v.maxLength(taskLimits.options)) }),
  ),
  evidence: v.object({
    /** Minimum minutes of work; 0: none. */
    minutes: integer(0, taskLimits.minutes),
    /** True if the tester must type the build's launch code. */
    code: v.boolean(),
    /** True if the tester must add a photo. */
    photo: v.boolean(),
  }),
});
export type Task = v.InferOutput<typeof task>;
export type Step = Task["steps"][number];
export type Question = Task["questions"][number];
export type TaskKind = Task["kind"];
export type QuestionKind = Question["kind"];
export type Mark = (typeof marks)[number];
export type RetestMark = (typeof retestMarks)[number];

const number = v.pipe(v.number(), v.minValue(-taskLimits.number), v.maxValue(taskLimits.number));
const answer = v.union([text(taskLimits.answer), number, v.array(number), v.array(line(taskLimits.option))]);
export type Answer = v.InferOutput<typeof answer>;

const stepResult = v.object({
  mark: v.picklist(marks),
  note: v.optional(text(taskLimits.note)),
  /** The report about the failure. */
  report_id: v.optional(id),
});

const conflict = v.object({ id: line(12), at: instant, value: v.union([answer, stepResult]) });

/** Pictures, stored like attachments of reports. `uploaded` of the row names arrived ones. */
const photos = v.pipe(v.array(attachment), v.maxLength(taskLimits.photos));

const taskResult = v.object({
  /** The version of the task that was answered last. */
  version: integer(1, 9999),
  release_id: v.nullable(id),
  /** `done` ends an exploration. `blocked`: the tester could not do it; `note` has the cause. */
  state: v.picklist(["open", "done", "blocked"]),
  steps: v.optional(v.record(key, stepResult)),
  answers: v.optional(v.record(key, answer)),
  /** Days with a check-in, ascending. */
  days: v.optional(v.array(day)),
  note: v.optional(text(taskLimits.note)),
  code: v.optional(line(taskLimits.code)),
  photos: v.optional(photos),
  minutes: integer(0, 100_000),
  at: instant,
  /** Overruled answers of another device: `id` is a step, a question, or "_note". */
  conflicts: v.optional(v.pipe(v.array(conflict), v.maxLength(taskLimits.conflicts))),
});
export type TaskResult = v.InferOutput<typeof taskResult>;

/** By task id; of a task per build by `{task id}.{release id}`. */
export const results = v.record(v.pipe(v.string(), v.regex(/^[a-z0-9]{1,12}(\.[0-9a-f-]{36})?$/)), taskResult);
export type Results = v.InferOutput<typeof results>;

/** By task id. */
export const taskReasons = v.record(key, text(taskLimits.note));

/** By report id: whether a build fixes what the report describes. */
export const retests = v.record(
  id,
  v.object({
    mark: v.picklist(retestMarks),
    release_id: id,
    note: v.optional(text(taskLimits.note)),
    photos: v.optional(photos),
    at: instant,
  }),
);

/** Numbers of testers by what they say about the build with the fix. */
export const retestTally = v.object({ fixed: integer(), still_there: integer(), unclear: integer() });

export type RetestTally = v.InferOutput<typeof retestTally>;

export const noRetests: RetestTally = { fixed: 0, still_there: 0, unclear: 0 };
