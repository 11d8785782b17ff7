// Links a campaign card to the application form, or to the page that explains why it is closed.
import { Trans } from "@lingui/react/macro";
import type { CampaignCard } from "#sync/schema/catalog.ts";
import { LinkButton } from "#ui/button.tsx";
import { useApplyState } from "../use-apply-state.ts";

export function ApplyLink({ campaign }: { campaign: CampaignCard }) {
  const open = useApplyState(campaign) === "open";
  return (
    <LinkButton
      to="/tester/tests/$campaignId"
      params={{ campaignId: campaign.id }}
      search={open ? { apply: true } : {}}
      variant={open ? "primary" : "secondary"}
    >
      {open ? <Trans>Apply Now</Trans> : <Trans>Details</Trans>}
    </LinkButton>
  );
}
