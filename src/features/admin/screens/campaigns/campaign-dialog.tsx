import { Trans, useLingui } from "@lingui/react/macro";
import { CampaignStatus, CampaignVisibility } from "#features/campaigns/widgets/campaign-status.tsx";
import { rewardModelLabel } from "#features/common/campaign-labels.ts";
import { useRemote } from "#state/use-online-query.ts";
import { type AdminCampaign, adminCampaignDetails } from "#sync/schema/admin-functions.ts";
import { cx } from "#ui/cx.ts";
import { Fact } from "#ui/fact.tsx";
import { Count, DateText, Money } from "#ui/formatted-values.tsx";
import { DetailsDialog } from "../../widgets/details-dialog.tsx";
import { ReportCounts } from "../../widgets/report-counts.tsx";

export function CampaignDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const remote = useRemote(adminCampaignDetails, { campaign_id: id });
  return (
    <DetailsDialog
      remote={remote}
      title={<Trans>Campaign</Trans>}
      failed={<Trans>The campaign could not be loaded</Trans>}
      onClose={onClose}
      badges={(campaign) => <CampaignBadges campaign={campaign} />}
      facts={(campaign) => (
        <>
          <Fact label={t`Start date`}>
            <DateText value={campaign.start_date} absolute />
          </Fact>
          <Fact label={t`End date`}>
            <DateText value={campaign.end_date} absolute />
          </Fact>
          {campaign.published_at && (
            <Fact label={t`Published`}>
              <DateText value={campaign.published_at} absolute />
            </Fact>
          )}
          {campaign.completed_at && (
            <Fact label={t`Completed`}>
              <DateText value={campaign.completed_at} absolute />
            </Fact>
          )}
          <Fact label={t`Reward`} detail={t(rewardModelLabel[campaign.reward_model])}>
            <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
          </Fact>
          <Fact label={t`Testers`}>
            <Trans>
              <Count value={campaign.testers_joined} /> of <Count value={campaign.max_testers} />
            </Trans>
          </Fact>
          <ReportCounts reports={campaign.reports_by_status} />
        </>
      )}
    />
  );
}

interface CampaignBadgesProps {
  campaign: Pick<AdminCampaign, "status" | "visibility" | "hidden">;
  className?: string;
}

export const CampaignBadges = ({ campaign, className }: CampaignBadgesProps) => (
  <span className={cx("inline-flex flex-wrap gap-2", className)}>
    <CampaignStatus status={campaign.status} />
    <CampaignVisibility campaign={campaign} />
  </span>
);
