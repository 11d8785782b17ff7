// The summary of a campaign, on the screen and printed: one or two pages that say what came of it.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { type Feedback, feedbackType, severity } from "../../../../../sync/schema/feedback.ts";
import { formatDecimal } from "../../../../i18n/format.ts";
import { DateText, Money } from "../../../../ui/formatted-values.tsx";
import { feedbackTypeLabel, severityLabel } from "../../../reports/labels.ts";
import { platformLabel, rewardModelLabel } from "../../labels.ts";
import { type FunnelStep, funnelSteps } from "./figures.ts";
import { stepName } from "./funnel.tsx";

interface SummarySheetProps {
  campaign: Campaign;
  reports: readonly Feedback[];
  counts: { readonly [S in FunnelStep]: number };
  figures: readonly { label: string; value: React.ReactNode }[];
  /** Alone on its page, with headings of its own. */
  onPaper?: boolean;
}

const MOST = 25;

export function SummarySheet({ campaign, reports, counts, figures, onPaper = false }: SummarySheetProps) {
  const { t, i18n } = useLingui();
  const approved = reports.filter((r) => r.status === "approved");
  const best = [...approved]
    .sort((a, b) => b.usefulness - a.usefulness || b.reproductions - a.reproductions)
    .slice(0, MOST);
  const bugs = reports.filter((r) => r.type === "bug");
  const average = reports.reduce((sum, r) => sum + r.rating, 0) / Math.max(1, reports.length);
  return (
    <article className="flex flex-col gap-5 text-sm">
      <header>
        {onPaper && <h1 className="text-2xl">{campaign.title}</h1>}
        <p>
          <DateText value={campaign.start_date} absolute /> – <DateText value={campaign.end_date} absolute /> ·{" "}
          {t(platformLabel[campaign.platform])} · {t(rewardModelLabel[campaign.reward_model])}{" "}
          <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
        </p>
        <p className="mt-2 max-w-prose whitespace-pre-wrap">{campaign.description}</p>
      </header>
      <table className="w-full">
        <tbody>
          {[
            ...figures,
            { label: t`Average rating`, value: reports.length > 0 ? formatDecimal(average, i18n.locale) : "–" },
            ...funnelSteps.map((step) => ({ label: t(stepName[step]), value: counts[step] })),
            ...feedbackType.options.map((type) => ({
              label: t(feedbackTypeLabel[type]),
              value: reports.filter((r) => r.type === type).length,
            })),
            ...severity.options.toReversed().map((one) => ({
              label: `${t`Bugs by severity`}: ${t(severityLabel[one])}`,
              value: bugs.filter((r) => r.severity === one).length,
            })),
          ].map(({ label, value }) => (
            <tr key={label} className="border-line border-b">
              <th scope="row" className="py-1 text-start font-normal">
                {label}
              </th>
              <td className="py-1 text-end font-semibold tabular-nums">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {best.length > 0 && (
        <section>
          <h2 className="mb-1 text-lg">
            <Plural value={approved.length} one="# approved report" other="# approved reports" />
          </h2>
          <ol className="list-decimal ps-6">
            {best.map((r) => (
              <li key={r.id} className="break-inside-avoid py-0.5">
                <strong className="font-semibold">{r.summary}</strong> · {t(feedbackTypeLabel[r.type])} ·{" "}
                {r.tester_name} · {r.usefulness}/5
              </li>
            ))}
          </ol>
          {approved.length > MOST && (
            <p>
              <Trans>The most useful ones. All reports are in the export.</Trans>
            </p>
          )}
        </section>
      )}
    </article>
  );
}
