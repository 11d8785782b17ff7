import { Trans, useLingui } from "@lingui/react/macro";
import { EyeOff, Link2, Lock } from "lucide-react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Badge } from "#ui/badge.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { campaignStatusLabel, campaignTone, visibilityLabel } from "../../common/campaign-labels.ts";

export const CampaignStatus = ({ status }: { status: Campaign["status"] }) => (
  <StatusBadge status={status} labels={campaignStatusLabel} tones={campaignTone} />
);

/** Renders nothing for visible public campaigns, the common case. */
export function CampaignVisibility({ campaign }: { campaign: Pick<Campaign, "visibility" | "hidden"> }) {
  const { t } = useLingui();
  const { visibility, hidden } = campaign;
  return (
    <>
      {visibility !== "public" && (
        <Badge icon={visibility === "private" ? Lock : Link2}>{t(visibilityLabel[visibility])}</Badge>
      )}
      {hidden && (
        <Badge tone="danger" icon={EyeOff}>
          <Trans>Hidden</Trans>
        </Badge>
      )}
    </>
  );
}
