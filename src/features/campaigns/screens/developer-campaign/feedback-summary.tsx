import { Trans, useLingui } from "@lingui/react/macro";
import { BarChart3 } from "lucide-react";
import type { ReactNode } from "react";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { formatDecimal } from "#i18n/format.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Count, Money } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { FeedbackBars } from "../../widgets/feedback-bars.tsx";

interface FeedbackSummaryProps {
  campaign: Campaign;
  reports: readonly Feedback[];
  rewards: readonly Reward[];
}

export function FeedbackSummary({ campaign, reports, rewards }: FeedbackSummaryProps) {
  const { i18n } = useLingui();
  if (reports.length === 0) {
    return (
      <SyncedEmptyState of={["feedback"]} icon={BarChart3} title={<Trans>No feedback yet</Trans>}>
        <Trans>As soon as testers send reports, you see here what they are about and how they rate your app.</Trans>
      </SyncedEmptyState>
    );
  }
  const average = reports.reduce((sum, r) => sum + r.rating, 0) / reports.length;
  const earned = rewards.reduce((sum, r) => sum + r.amount_cents, 0);
  const reporting = new Set(reports.map((r) => r.tester_id)).size;
  return (
    <section className="flex min-w-0 flex-col gap-6">
      <h2 className="text-lg">
        <Trans>Reports at a glance</Trans>
      </h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        <Figure label={<Trans>Average rating</Trans>}>
          <span className="flex items-center gap-2">
            {formatDecimal(average, i18n.locale)} <Rating value={average} />
          </span>
        </Figure>
        <Figure label={<Trans>Testers who reported</Trans>}>
          <Count value={reporting} />
        </Figure>
        <Figure label={<Trans>Rewards earned</Trans>}>
          <Money cents={earned} currency={campaign.currency} />
        </Figure>
      </dl>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <FeedbackBars reports={reports} />
      </div>
    </section>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{children}</dd>
    </div>
  );
}
