import { Trans } from "@lingui/react/macro";
import { Zap } from "lucide-react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Badge } from "#ui/badge.tsx";
import type { ApplyState } from "../../common/campaign-rules.ts";

interface AcceptsInstantlyProps {
  campaign: Pick<Campaign, "auto_select">;
  state: ApplyState;
}

/** Renders nothing for a full test, whose applicants wait. */
export function AcceptsInstantly({ campaign, state }: AcceptsInstantlyProps) {
  if (!campaign.auto_select || state !== "open") return null;
  return (
    <Badge tone="positive" icon={Zap}>
      <Trans>Accepts instantly</Trans>
    </Badge>
  );
}
