import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Bars } from "#ui/bars.tsx";
import { SmallSection } from "#ui/card.tsx";
import { questionKindLabel } from "../../labels.ts";
import { type FiguresProps, figuresOf, type QuestionFigures } from "../../result-figures.ts";

/** What testers answered, per question, with 95 % intervals. */
export function SurveyFigures({ tasks, takers, build }: FiguresProps) {
  const asked = tasks.filter(({ questions }) => questions.length > 0);
  if (asked.length === 0) return null;
  return (
    <SmallSection title={<Trans>Answers</Trans>} className="gap-4">
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
    </SmallSection>
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
