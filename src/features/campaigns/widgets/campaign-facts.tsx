import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarCheck, CalendarDays, MessageSquareText, Users } from "lucide-react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { Fact } from "#ui/fact.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

interface CampaignFactsProps {
  campaign: Campaign;
  fresh: number;
  /** False for drafts. */
  withProgress?: boolean;
  compact?: boolean;
}

export function CampaignFacts({ campaign, fresh, withProgress = true, compact }: CampaignFactsProps) {
  const { t } = useLingui();
  const { testers_joined: joined, max_testers: wanted } = campaign;
  return (
    <div className="flex flex-col gap-4">
      {withProgress && <ProgressBar value={campaign.progress} label={t`Progress`} visibleLabel />}
      <dl className={cx("gap-x-4 gap-y-3 text-sm", compact ? "flex flex-wrap" : "grid grid-cols-2")}>
        {!compact && (
          <Fact icon={CalendarDays} label={t`Start date`}>
            <DateText value={campaign.start_date} absolute />
          </Fact>
        )}
        <Fact icon={compact ? undefined : CalendarCheck} label={t`End date`}>
          <DateText value={campaign.end_date} absolute />
        </Fact>
        <Fact icon={compact ? undefined : Users} label={t`Testers`}>
          <Trans>
            <Count value={joined} /> of <Count value={wanted} />
          </Trans>
        </Fact>
        {withProgress && (
          <Fact icon={compact ? undefined : MessageSquareText} label={t`Feedback`}>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Count value={campaign.feedback_count} />
              {fresh > 0 && (
                <Badge tone="accent">
                  <Plural value={fresh} one="# new" other="# new" />
                </Badge>
              )}
            </span>
          </Fact>
        )}
      </dl>
    </div>
  );
}
