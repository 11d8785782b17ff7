import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import type { Application } from "#sync/schema/applications.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Bars } from "#ui/bars.tsx";
import { questionKindLabel } from "../../labels.ts";
import { figuresOf, type QuestionFigures } from "../../result-figures.ts";

interface SurveyFiguresProps {
  tasks: readonly Task[];
  takers: readonly Application[];
  build: string;
}

/** What testers answered, per question, with 95 % intervals. */
export function SurveyFigures({ tasks, takers, build }: SurveyFiguresProps) {
  const headingId = useId();
  const asked = tasks.filter(({ questions }) => questions.length > 0);
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <h2 id={headingId} className="text-base">
        <Trans>Answers</Trans>
      </h2>
      {asked.map((task) => (
        <section key={task.id} className="flex flex-col gap-4 rounded-lg border border-line p-4">
          <h3 className="font-semibold" dir="auto">
            {task.title}
          </h3>
          {task.questions.map((question) => (
            <Figures key={question.id} figures={figuresOf(task, question, takers, build)} />
          ))}
        </section>
      ))}
    </section>
  );
}

const SHOWN_TEXTS = 20;

function Figures({ figures: { question, n, score, scale, bars, texts } }: { figures: QuestionFigures }) {
  const { t, i18n } = useLingui();
  const title = question.text === "" ? t(questionKindLabel[question.kind]) : question.text;
  const format = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 });
  const [min = 0, max = 0] = scale ?? [];
  const shown = texts.slice(0, SHOWN_TEXTS);
  return (
    <div className="flex flex-col gap-2">
      {bars.length > 0 ? (
        <Bars title={title} bars={bars.map(({ label, value }) => ({ key: label, label, value, tone: "info" }))} />
      ) : (
        <h4 className="font-semibold text-muted text-sm" dir="auto">
          {title}
        </h4>
      )}
      <p className="text-sm">
        {score && (
          <>
            <strong>{format.format(score.value)}</strong>{" "}
            <Trans>
              (95% interval {format.format(score.low)} to {format.format(score.high)})
            </Trans>{" "}
            {scale && (
              <Trans>
                on a scale from {format.format(min)} to {format.format(max)}
              </Trans>
            )}
            {" · "}
          </>
        )}
        <Plural value={n} one="# answer" other="# answers" />
        {!score && question.kind !== "text" && question.kind !== "single" && question.kind !== "multiple" && (
          <span className="text-muted">
            {" · "}
            <Trans>A score needs five answers.</Trans>
          </span>
        )}
      </p>
      {shown.length > 0 && (
        <ul className="flex flex-col gap-2">
          {shown.map(({ name, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id
            <li key={at} className="rounded-md bg-sunken p-3 text-sm">
              <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {text}
              </p>
              <p className="text-muted">
                <bdi>{name}</bdi>
              </p>
            </li>
          ))}
          {texts.length > shown.length && (
            <li className="text-muted text-sm">
              <Plural
                value={texts.length - shown.length}
                one="# more answer in the export"
                other="# more answers in the export"
              />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
