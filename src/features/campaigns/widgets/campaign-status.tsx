import { useLingui } from "@lingui/react/macro";
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import { Badge } from "../../../ui/badge.tsx";
import { campaignStatusLabel, campaignTone } from "../labels.ts";

export function CampaignStatus({ status }: { status: Campaign["status"] }) {
  const { t } = useLingui();
  return <Badge tone={campaignTone[status]}>{t(campaignStatusLabel[status])}</Badge>;
}
