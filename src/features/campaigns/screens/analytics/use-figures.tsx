import { useLingui } from "@lingui/react/macro";
import { ClockArrowUp, Coins, MessageSquareText, ThumbsUp, Timer } from "lucide-react";
import { formatMoney, formatNumber, formatPercent } from "#i18n/format.ts";
import { Count } from "#ui/formatted-values.tsx";
import { useDuration } from "#ui/use-duration.ts";
import { useNow } from "#ui/use-now.ts";
import { contributionsOf, summaryOf } from "../../summary.ts";
import { funnel, funnelSteps } from "./figures.ts";
import { stepName } from "./funnel.tsx";
import { endOf, isOver, type KeyFigures, keyFigures, type PeriodLength, periodsOf } from "./periods.ts";
import type { CampaignRows } from "./use-campaign-rows.ts";

export function useSummary(rows: CampaignRows) {
  const { t } = useLingui();
  const { figures } = useFigures(rows);
  const counts = funnel(rows.applications, rows.reports);
  return {
    summary: summaryOf(rows),
    // The summary shows the cost separately.
    figures: figures.filter(({ key }) => key !== "cost"),
    steps: funnelSteps.map((step) => ({ label: t(stepName[step]), value: <Count value={counts[step]} /> })),
    people: contributionsOf(rows.reports),
  };
}

/** Each figure for all reports, with a text that compares the last period with the one before. */
export function useFigures(rows: CampaignRows, days: PeriodLength = 7) {
  const { campaign, reports } = rows;
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const duration = useDuration();
  const now = useNow();
  const end = endOf(campaign, now);
  const ended = isOver(campaign, now);
  const parts = periodsOf(reports, end, days);
  const [all, last, before] = [keyFigures(rows), keyFigures(rows, parts.last), keyFigures(rows, parts.before)];
  const or = (shown: (value: number) => string) => (value: number | null) => (value === null ? "–" : shown(value));
  const shown: { readonly [K in keyof KeyFigures]: (value: number | null) => string } = {
    reports: or((count) => formatNumber(count, locale)),
    useful: or((share) => formatPercent(share, locale)),
    firstReport: duration,
    answer: duration,
    cost: or((cents) => formatMoney(cents, campaign.currency, locale)),
  };
  /** Null when neither period has data. */
  const compared = (key: keyof KeyFigures): string | null => {
    if (!last[key] && !before[key]) return null;
    const [value, previous] = [shown[key](last[key]), shown[key](before[key])];
    return ended
      ? t`its last ${days} days: ${value}, before: ${previous}`
      : t`last ${days} days: ${value}, before: ${previous}`;
  };
  const figures = [
    { key: "reports", label: t`Reports`, icon: MessageSquareText, of: "" },
    { key: "useful", label: t`Approval rate`, icon: ThumbsUp, of: t`approved, of those decided` },
    { key: "firstReport", label: t`Time to first report`, icon: Timer, of: t`median, after acceptance` },
    { key: "answer", label: t`Time to answer`, icon: ClockArrowUp, of: t`median, after receipt` },
    { key: "cost", label: t`Cost per approved report`, icon: Coins, of: "" },
  ] as const;
  return {
    ended,
    figures: figures.map(({ of, ...figure }) => ({
      ...figure,
      value: shown[figure.key](all[figure.key]),
      detail: [of, compared(figure.key)].filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    })),
  };
}
