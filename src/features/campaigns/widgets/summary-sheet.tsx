// The campaign summary for screen and print: cost, findings, contributors and report figures.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatDecimal } from "#i18n/format.ts";
import { type CampaignSummary, MOST_FINDINGS } from "#sync/schema/campaign-functions.ts";
import { feedbackType, outcomes, severity } from "#sync/schema/feedback.ts";
import { cx } from "#ui/cx.ts";
import { Count, DateText, Money } from "#ui/formatted-values.tsx";
import { outcomeLabel, platformLabel, rewardPer } from "../../common/campaign-labels.ts";
import { feedbackTypeLabel, severityLabel } from "../../common/report-labels.ts";
import type { Contribution } from "../summary.ts";
import { SummaryFindings } from "./summary-findings.tsx";
import { SummaryResults } from "./summary-results.tsx";
import { type Row, Rows } from "./summary-rows.tsx";

interface SummarySheetProps {
  summary: CampaignSummary;
  /** Replaces the number of reports. */
  figures?: readonly Row[] | undefined;
  /** Testers per step; replaces the number of participants. */
  steps?: readonly Row[] | undefined;
  /** Contributors, shown only inside the organization. */
  people?: readonly Contribution[] | undefined;
  /** True on a page that contains only the summary, with its own headings. */
  onPaper?: boolean;
}

const MOST_PEOPLE = 50;

/** Two columns on wide screens: findings and figures. */
const main = "@4xl:col-start-1 @4xl:row-span-4 @4xl:row-start-2";
const beside = "@4xl:col-start-2";

export function SummarySheet({ summary, figures, steps, people = [], onPaper = false }: SummarySheetProps) {
  const { t, i18n } = useLingui();
  const { currency, rating, findings, fixed } = summary;
  const approved = summary.outcomes.approved ?? 0;
  const hidden = people.length - MOST_PEOPLE;
  return (
    <article className="@container text-sm">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @4xl:grid-cols-[minmax(0,1fr)_25rem] @4xl:grid-rows-[auto_auto_auto_auto_1fr] @4xl:gap-x-12">
        <header className="col-span-full">
          {onPaper && <h1 className="break-words text-2xl">{summary.title}</h1>}
          <p>
            <DateText value={summary.start_date} absolute /> – <DateText value={summary.end_date} absolute /> ·{" "}
            {t(platformLabel[summary.platform])} · <Money cents={summary.reward_amount_cents} currency={currency} />{" "}
            {t(rewardPer[summary.reward_model])}
          </p>
          <p className="mt-2 max-w-prose whitespace-pre-wrap break-words">{summary.description}</p>
        </header>
        <div className={beside}>
          <Rows
            rows={[
              { label: t`Rewards earned`, value: <Money cents={summary.cost_cents} currency={currency} /> },
              {
                label: t`Cost per approved report`,
                value:
                  approved === 0 ? (
                    "–"
                  ) : (
                    <Money cents={Math.round(summary.cost_cents / approved)} currency={currency} />
                  ),
              },
              ...(approved === 0
                ? []
                : [
                    {
                      label: t`Fixed`,
                      value: (
                        <Plural
                          value={approved}
                          one={`${fixed} of # approved report`}
                          other={`${fixed} of # approved reports`}
                        />
                      ),
                    },
                  ]),
            ]}
          />
        </div>
        {findings.length > 0 && (
          <section className={cx("flex min-w-0 flex-col gap-3", main)}>
            <h2 className="text-lg">
              <Plural value={approved} one="# approved report" other="# approved reports" />
            </h2>
            <SummaryFindings findings={findings} />
            {approved > MOST_FINDINGS && (
              <p>
                <Trans>The {MOST_FINDINGS} most severe ones are listed.</Trans>
              </p>
            )}
          </section>
        )}
        {people.length > 0 && (
          <section className={beside}>
            <h2 className="mb-1 text-lg">
              <Trans>Testers who reported</Trans>
            </h2>
            <Rows
              rows={people.slice(0, MOST_PEOPLE).map(({ id, name, reports, approved: useful }) => ({
                key: id,
                label: name,
                value: (
                  <Trans>
                    {useful} of {reports} approved
                  </Trans>
                ),
              }))}
            />
            {hidden > 0 && (
              <p className="pt-1">
                <Plural value={hidden} one="# more" other="# more" />
              </p>
            )}
          </section>
        )}
        {summary.results && <SummaryResults results={summary.results} className={beside} />}
        <section className={cx("@container flex min-w-0 flex-col gap-4", findings.length === 0 ? main : beside)}>
          <h2 className="text-lg">
            <Trans>All reports</Trans>
          </h2>
          <Rows
            rows={[
              ...(figures ?? [{ label: t`Reports`, value: <Count value={summary.reports} /> }]),
              { label: t`Average rating`, value: rating === null ? "–" : formatDecimal(rating, i18n.locale) },
              ...(steps ?? [
                { label: t`Testers`, value: <Count value={summary.testers} /> },
                { label: t`Testers who reported`, value: <Count value={summary.reporters} /> },
              ]),
            ]}
          />
          <div className="grid items-start gap-x-10 gap-y-4 @lg:grid-cols-2">
            <Rows
              title={t`By type`}
              rows={counted(feedbackType.options, summary.types, (type) => t(feedbackTypeLabel[type]))}
            />
            <Rows
              title={t`Bugs by severity`}
              rows={counted(severity.options.toReversed(), summary.severities, (one) => t(severityLabel[one]))}
            />
            <Rows title={t`By outcome`} rows={counted(outcomes, summary.outcomes, (one) => t(outcomeLabel[one]))} />
            <Rows
              title={t`By build`}
              rows={summary.builds.map(({ version, reports }) => ({
                label: version,
                value: <Count value={reports} />,
              }))}
            />
          </div>
        </section>
      </div>
    </article>
  );
}

/** Omits zeros for readability. */
const counted = <K extends string>(
  keys: readonly K[],
  counts: { readonly [P in K]?: number | undefined },
  labelOf: (key: K) => string,
): Row[] => keys.flatMap((key) => (counts[key] ? [{ label: labelOf(key), value: <Count value={counts[key]} /> }] : []));
