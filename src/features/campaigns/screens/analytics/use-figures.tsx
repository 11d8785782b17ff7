import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ClockArrowUp, Coins, MessageSquareText, ThumbsUp, Timer } from "lucide-react";
import { formatMoney, formatNumber, formatPercent } from "#i18n/format.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Count } from "#ui/formatted-values.tsx";
import { useDuration } from "#ui/use-duration.ts";
import { useNow } from "#ui/use-now.ts";
import { type CampaignRows, contributionsOf, summaryOf } from "../../summary.ts";
import { arrived, funnel, funnelSteps } from "./figures.ts";
import { stepName } from "./funnel.tsx";
import { type DayRange, endOf, isIn, isOver, type KeyFigures, keyFigures, periodsOf, rangesOf } from "./periods.ts";

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

/** Names and formats of the figures. */
export function useFigureTexts(currency: Campaign["currency"]) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const duration = useDuration();
  const or = (shown: (value: number) => string) => (value: number | null) => (value === null ? "–" : shown(value));
  const shown: { readonly [K in keyof KeyFigures]: (value: number | null) => string } = {
    reports: or((count) => formatNumber(count, locale)),
    useful: or((share) => formatPercent(share, locale)),
    firstReport: duration,
    answer: duration,
    cost: or((cents) => formatMoney(cents, currency, locale)),
  };
  const names = [
    { key: "reports", label: t`Reports`, icon: MessageSquareText, of: "" },
    { key: "useful", label: t`Approval rate`, icon: ThumbsUp, of: t`approved, of those decided` },
    { key: "firstReport", label: t`Time to first report`, icon: Timer, of: t`median, after acceptance` },
    { key: "answer", label: t`Time to answer`, icon: ClockArrowUp, of: t`median, after receipt` },
    { key: "cost", label: t`Cost per approved report`, icon: Coins, of: "" },
  ] as const;
  return { names, shown };
}

/**
 * Each figure for all reports, with a text that compares the last period with the one before.
 * @param chosen days of the figures, instead of the whole campaign
 */
export function useFigures(rows: CampaignRows, days: number = 7, chosen: DayRange | null = null) {
  const { campaign, reports } = rows;
  const { t } = useLingui();
  const { names, shown } = useFigureTexts(campaign.currency);
  const now = useNow();
  const end = endOf(campaign, now);
  const ended = isOver(campaign, now);
  const within = chosen && rangesOf(chosen, campaign, end);
  const parts = within
    ? {
        last: reports.filter((r) => isIn(within.range, arrived(r))),
        before: reports.filter((r) => isIn(within.before, arrived(r))),
      }
    : periodsOf(reports, end, days);
  const [last, before] = [keyFigures(rows, parts.last), keyFigures(rows, parts.before)];
  const main = within ? last : keyFigures(rows);
  /** Null when neither period has data. */
  const compared = (key: keyof KeyFigures): string | null => {
    if (!last[key] && !before[key]) return null;
    const [value, previous] = [shown[key](last[key]), shown[key](before[key])];
    if (within) return t`${plural(within.days, { one: "the day before", other: "the # days before" })}: ${previous}`;
    return ended
      ? t`its last ${days} days: ${value}, before: ${previous}`
      : t`last ${days} days: ${value}, before: ${previous}`;
  };
  return {
    ended,
    range: within?.range,
    figures: names.map(({ of, ...figure }) => ({
      ...figure,
      value: shown[figure.key](main[figure.key]),
      detail: [of, compared(figure.key)].filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      )),
    })),
  };
}
