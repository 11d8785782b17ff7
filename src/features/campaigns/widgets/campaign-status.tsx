import { useLingui } from "@lingui/react/macro";
import { Link2, Lock } from "lucide-react";
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import { Badge } from "../../../ui/badge.tsx";
import { campaignStatusLabel, campaignTone, visibilityLabel } from "../labels.ts";

export function CampaignStatus({ status }: { status: Campaign["status"] }) {
  const { t } = useLingui();
  return <Badge tone={campaignTone[status]}>{t(campaignStatusLabel[status])}</Badge>;
}

/** Nothing for a public campaign: most are. */
export function CampaignVisibility({ visibility }: { visibility: Campaign["visibility"] }) {
  const { t } = useLingui();
  if (visibility === "public") return null;
  return <Badge icon={visibility === "private" ? Lock : Link2}>{t(visibilityLabel[visibility])}</Badge>;
}
