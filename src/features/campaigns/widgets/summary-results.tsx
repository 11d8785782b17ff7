// The results of a campaign's tasks: completion, the worst steps, and scores with their intervals.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatDecimal } from "#i18n/format.ts";
import type { CampaignSummary } from "#sync/schema/campaign-functions.ts";
import { cx } from "#ui/cx.ts";
import { questionKindLabel } from "../../tasks/labels.ts";
import { summaryScore } from "../../tasks/result-figures.ts";
import { Rows } from "./summary-rows.tsx";

type Results = NonNullable<CampaignSummary["results"]>;

export function SummaryResults({ results, className }: { results: Results; className: string }) {
  const { t } = useLingui();
  const { takers, submitted, accepted, steps, questions } = results;
  return (
    <section className={cx("@container flex min-w-0 flex-col gap-4", className)}>
      <h2 className="text-lg">
        <Trans>Results of the tasks</Trans>
      </h2>
      <Rows
        rows={[
          {
            label: t`Submitted`,
            value: <Plural value={takers} one={`${submitted} of # tester`} other={`${submitted} of # testers`} />,
          },
          {
            label: t`Accepted`,
            value: <Plural value={takers} one={`${accepted} of # tester`} other={`${accepted} of # testers`} />,
          },
        ]}
      />
      <Rows
        title={t`Steps with problems`}
        rows={steps.map(({ task, number, step, failed, blocked, marked }) => ({
          key: `${task} ${number}`,
          label: `${task}, ${number}. ${step}`,
          value: (
            <>
              <Trans>
                {failed} of {marked} failed
              </Trans>
              {blocked > 0 && (
                <>
                  {" · "}
                  <Plural value={blocked} one="# blocked" other="# blocked" />
                </>
              )}
            </>
          ),
        }))}
      />
      <Rows
        title={t`Answers, with 95% intervals`}
        rows={questions.map((question, at) => ({
          key: String(at),
          label: question.text === "" ? t(questionKindLabel[question.kind]) : question.text,
          value: <Figure question={question} />,
        }))}
      />
    </section>
  );
}

function Figure({ question }: { question: Results["questions"][number] }) {
  const { i18n } = useLingui();
  const score = summaryScore(question);
  const format = (value: number) => formatDecimal(value, i18n.locale);
  return (
    <>
      {score && `${format(score.value)} (${format(score.low)}–${format(score.high)}) · `}
      <Plural value={question.n} one="# answer" other="# answers" />
    </>
  );
}
