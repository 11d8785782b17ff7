// A task's results, a row per tester and build. Long tables are virtualized.
import { useLingui } from "@lingui/react/macro";
import type { Application } from "#sync/schema/applications.ts";
import type { Task, TaskResult } from "#sync/schema/tasks.ts";
import { outcomeOf } from "#sync/tasks/outcome.ts";
import { type Column, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { outcomeLabel, outcomeTone, questionKindLabel } from "../../labels.ts";
import { answerText } from "../../question-values.ts";

export interface TakenTask {
  taker: Application;
  result: TaskResult;
}

interface AnswerTableProps {
  task: Task;
  taken: readonly TakenTask[];
  /** By release id. */
  versions: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
}

export function AnswerTable({ task, taken, versions, onOpen }: AnswerTableProps) {
  const { t, i18n } = useLingui();
  const format = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 });
  const hasNotes = taken.some(({ result }) => result.note);
  const columns: Columns<TakenTask> = [
    column("tester", t`Tester`, { primary: true }, ({ taker }) => (
      <button
        type="button"
        className="tap-text text-start font-semibold text-accent-text hover:underline"
        onClick={() => onOpen(taker.id)}
      >
        <bdi>{taker.card.name}</bdi>
      </button>
    )),
    column("outcome", t`Outcome`, ({ result }) => (
      <StatusBadge status={outcomeOf(task, result)} labels={outcomeLabel} tones={outcomeTone} />
    )),
    versions.size > 0 && column("build", t`Build`, ({ result }) => versions.get(result.release_id ?? "") ?? "–"),
    task.days > 0 &&
      column(
        "days",
        t`Days`,
        ({ result }) => `${format.format(result.days?.length ?? 0)} / ${format.format(task.days)}`,
      ),
    ...task.questions.map(
      (question): Column<TakenTask> =>
        column(
          question.id,
          question.text === "" ? t(questionKindLabel[question.kind]) : question.text,
          ({ result }) => <Words text={answerText(question, result.answers?.[question.id], format)} />,
        ),
    ),
    column("minutes", t`Minutes`, ({ result }) => format.format(result.minutes)),
    hasNotes &&
      column("note", t({ message: "Note", context: "result" }), ({ result }) => <Words text={result.note ?? ""} />),
  ];
  return (
    <DataTable
      caption={t`Answers by tester`}
      columns={columns}
      rows={taken}
      keyOf={({ taker, result }) => `${taker.id} ${result.release_id}`}
      scrolls
    />
  );
}

const Words = ({ text }: { text: string }) => (
  <span className="block max-w-80 whitespace-pre-wrap wrap-anywhere" dir="auto">
    {text === "" ? "–" : text}
  </span>
);
