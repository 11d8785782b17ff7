// The tester's four statistics with their recent change, where local rows are sufficient.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, FlaskConical, Sparkles, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { useSiteCurrency } from "#features/campaigns/use-site-currency.ts";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useToday } from "#features/common/campaign-rules.ts";
import { formatSigned } from "#i18n/format.ts";
import { RECENT_DAYS } from "#lib/constants.ts";
import { useRowsHere } from "#state/rows-here.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { rewardTotals } from "#sync/queries/rewards.ts";
import type { TesterTest } from "#sync/queries/tester-tests.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Count, Money } from "#ui/formatted-values.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { useNow } from "#ui/use-now.ts";
import { completed, earningsChange, nextEnds, recentKarma, recentlyCompleted } from "./recent-changes.ts";
import { SOON_DAYS } from "./tester-tasks.ts";

interface FiguresProps {
  profile: Profile | null;
  tests: readonly TesterTest[];
  active: readonly TesterTest[];
  reports: readonly OwnReport[];
  rewards: readonly Reward[];
  /** True before the first sync, when an empty list does not mean zero. */
  uncounted: boolean;
}

export function Figures({ profile, tests, active, reports, rewards, uncounted }: FiguresProps) {
  const { t } = useLingui();
  const here = useRowsHere(["profiles", "rewards"]);
  const now = useNow();
  const today = useToday();
  return (
    <StatRow>
      <StatCard
        label={t(karmaLabel.score)}
        icon={Sparkles}
        loading={profile === null && here !== "all"}
        value={<Count value={profile?.karma ?? 0} />}
        detail={
          <>
            <Change>{profile && <KarmaChange karma={recentKarma(profile, reports, tests, now)} />}</Change>
            <KarmaDetail rating={profile?.rating ?? null} />
          </>
        }
      />
      <StatCard
        label={t`Active Tests`}
        icon={FlaskConical}
        loading={uncounted}
        value={<Count value={active.length} />}
        detail={<NextEnds ends={nextEnds(active, today)} />}
      />
      <StatCard
        label={t`Completed Tests`}
        icon={CircleCheck}
        loading={uncounted}
        value={<Count value={completed(tests).length} />}
        detail={<CompletedChange count={recentlyCompleted(tests, now)} />}
      />
      <RecentEarnings rewards={rewards} now={now} loading={rewards.length === 0 && here !== "all"} />
    </StatRow>
  );
}

function KarmaDetail({ rating }: { rating: number | null }) {
  const { i18n } = useLingui();
  if (rating === null) return <Trans>Grows with approved reports</Trans>;
  const average = rating.toLocaleString(i18n.locale, { maximumFractionDigits: 1 });
  // No-break spaces keep the number and its scale together.
  return <Trans>Average rating {average}&nbsp;of&nbsp;5</Trans>;
}

interface RecentEarningsProps {
  rewards: readonly Reward[];
  now: number;
  loading: boolean;
}

/** One line per currency, because amounts in different currencies cannot be summed. */
function RecentEarnings({ rewards, now, loading }: RecentEarningsProps) {
  const { t } = useLingui();
  const site = useSiteCurrency();
  const totals = rewardTotals(rewards, new Date(now).toISOString()).filter((x) => x.last30Days > 0);
  const shown = totals.length === 0 ? [{ currency: site, last30Days: 0 }] : totals;
  const [only] = shown.length === 1 ? shown : [];
  const change = only ? earningsChange(rewards, only.currency, now) : null;
  return (
    <StatCard
      label={t`Recent Earnings`}
      icon={Wallet}
      loading={loading}
      value={shown.map(({ currency, last30Days }) => (
        <span key={currency} className="block">
          <Money cents={last30Days} currency={currency} />
        </span>
      ))}
      detail={
        <>
          <span className="block">
            <Trans>Last {RECENT_DAYS} days</Trans>
          </span>
          <Change>{only && <EarningsChange cents={change} currency={only.currency} />}</Change>
        </>
      }
    />
  );
}

const Change = ({ children }: { children: ReactNode }) => <span className="block">{children}</span>;

function KarmaChange({ karma }: { karma: number | null }) {
  const { i18n } = useLingui();
  if (!karma) return null;
  const change = formatSigned(karma, i18n.locale);
  return (
    <Trans>
      {change} from tests in the last {RECENT_DAYS} days
    </Trans>
  );
}

function CompletedChange({ count }: { count: number }) {
  const { i18n } = useLingui();
  if (count === 0) return null;
  const change = formatSigned(count, i18n.locale);
  return (
    <Trans>
      {change} in the last {RECENT_DAYS} days
    </Trans>
  );
}

function NextEnds({ ends }: { ends: ReturnType<typeof nextEnds> }) {
  if (!ends) return null;
  const { soon, first } = ends;
  return soon > 0 ? (
    <Plural value={soon} one={`# ends within ${SOON_DAYS} days`} other={`# end within ${SOON_DAYS} days`} />
  ) : (
    <Plural value={first} one="Next deadline in # day" other="Next deadline in # days" />
  );
}

/** Shown below "Last 30 days", which names the period. */
function EarningsChange({ cents, currency }: { cents: number | null; currency: Reward["currency"] }) {
  if (cents === null) return null;
  if (cents === 0) return <Trans>Same as the previous {RECENT_DAYS} days</Trans>;
  const amount = <Money cents={Math.abs(cents)} currency={currency} />;
  return cents > 0 ? (
    <Trans>
      {amount} more than the previous {RECENT_DAYS} days
    </Trans>
  ) : (
    <Trans>
      {amount} less than the previous {RECENT_DAYS} days
    </Trans>
  );
}
