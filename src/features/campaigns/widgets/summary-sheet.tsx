// The summary of a campaign, on the screen and printed: one or two pages that say what came of it.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type CampaignSummary, MOST_FINDINGS } from "../../../../sync/schema/campaign-functions.ts";
import { feedbackType, outcomes, severity } from "../../../../sync/schema/feedback.ts";
import { formatDecimal } from "../../../i18n/format.ts";
import { Count, DateText, Money } from "../../../ui/formatted-values.tsx";
import { feedbackTypeLabel, severityLabel } from "../../reports/labels.ts";
import { outcomeLabel, platformLabel, rewardModelLabel } from "../labels.ts";
import type { Contribution } from "../summary.ts";

interface Row {
  label: string;
  value: ReactNode;
}

interface SummarySheetProps {
  summary: CampaignSummary;
  /** Of which it counts the reports; undefined: all. */
  build?: string | undefined;
  /** In place of the number of reports. */
  figures?: readonly Row[] | undefined;
  /** How far testers got, in place of how many took part. */
  steps?: readonly Row[] | undefined;
  /** Who reported: inside the organization only. */
  people?: readonly Contribution[] | undefined;
  /** Alone on its page, with headings of its own. */
  onPaper?: boolean;
}

const MOST_PEOPLE = 50;

export function SummarySheet({ summary, build, figures, steps, people = [], onPaper = false }: SummarySheetProps) {
  const { t, i18n } = useLingui();
  const { currency, rating, findings, outcomes: came } = summary;
  const approved = came.approved ?? 0;
  const hidden = people.length - MOST_PEOPLE;
  return (
    <article className="flex flex-col gap-5 text-sm">
      <header>
        {onPaper && <h1 className="break-words text-2xl">{summary.title}</h1>}
        <p>
          <DateText value={summary.start_date} absolute /> – <DateText value={summary.end_date} absolute /> ·{" "}
          {t(platformLabel[summary.platform])} · {t(rewardModelLabel[summary.reward_model])}{" "}
          <Money cents={summary.reward_amount_cents} currency={currency} />
        </p>
        <p className="mt-2 max-w-prose whitespace-pre-wrap break-words">{summary.description}</p>
      </header>
      <Rows
        rows={[
          ...(build ? [{ label: t`Build`, value: build }] : []),
          ...(figures ?? [{ label: t`Reports`, value: <Count value={summary.reports} /> }]),
          { label: t`Average rating`, value: rating === null ? "–" : formatDecimal(rating, i18n.locale) },
          { label: t`Rewards earned`, value: <Money cents={summary.cost_cents} currency={currency} /> },
          ...(steps ?? [
            { label: t`Testers`, value: <Count value={summary.testers} /> },
            { label: t`Testers who reported`, value: <Count value={summary.reporters} /> },
          ]),
          ...feedbackType.options.map((type) => ({
            label: t(feedbackTypeLabel[type]),
            value: <Count value={summary.types[type] ?? 0} />,
          })),
          ...severity.options.toReversed().map((one) => ({
            label: `${t`Bugs by severity`}: ${t(severityLabel[one])}`,
            value: <Count value={summary.severities[one] ?? 0} />,
          })),
          ...outcomes.map((one) => ({
            label: `${t`By outcome`}: ${t(outcomeLabel[one])}`,
            value: <Count value={came[one] ?? 0} />,
          })),
          ...summary.builds.map(({ version, reports }) => ({
            label: `${t`By build`}: ${version}`,
            value: <Count value={reports} />,
          })),
        ]}
      />
      {findings.length > 0 && (
        <section>
          <h2 className="mb-1 text-lg">
            <Plural value={approved} one="# approved report" other="# approved reports" />
          </h2>
          <ol className="list-decimal ps-6">
            {findings.map((r) => (
              <li key={r.id} className="break-inside-avoid break-words py-0.5">
                <strong className="font-semibold">{r.summary}</strong> · {t(feedbackTypeLabel[r.type])}
                {r.type === "bug" && ` · ${t(severityLabel[r.severity])}`} · {r.usefulness}/5
                {r.known && ` · ${t`Known issue`}`}
              </li>
            ))}
          </ol>
          {approved > MOST_FINDINGS && (
            <p>
              <Trans>The most useful ones.</Trans>
            </p>
          )}
        </section>
      )}
      {people.length > 0 && (
        <section>
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
    </article>
  );
}

const Rows = ({ rows }: { rows: readonly (Row & { key?: string })[] }) => (
  <table className="w-full">
    <tbody>
      {rows.map(({ key, label, value }) => (
        <tr key={key ?? label} className="break-inside-avoid border-line border-b">
          <th scope="row" className="py-1 pe-3 text-start font-normal">
            {label}
          </th>
          <td className="py-1 text-end font-semibold tabular-nums">{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
