import { Trans, useLingui } from "@lingui/react/macro";
import { Archive, ArchiveRestore } from "lucide-react";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import type { CampaignActions } from "../../widgets/use-campaign-actions.tsx";

interface MainActionsProps {
  campaign: Campaign;
  status: Campaign["status"];
  actions: CampaignActions;
}

export function MainActions({ campaign, status, actions }: MainActionsProps) {
  const { t } = useLingui();
  const link = { to: "/developer/campaigns/$campaignId", params: { campaignId: campaign.id } } as const;
  const why = actions.whyNotPublish;
  const whyId = `why-${campaign.id}`;
  if (status === "draft" && !actions.manages) {
    return (
      <LinkButton {...link} className="w-fit">
        <Trans>View campaign</Trans>
      </LinkButton>
    );
  }
  if (status === "draft") {
    return (
      <>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={why !== null}
            aria-describedby={why ? whyId : undefined}
            onClick={actions.publish}
          >
            <Trans>Publish</Trans>
          </Button>
          <LinkButton {...link} search={{ tab: "edit" }}>
            <Trans>Edit</Trans>
          </LinkButton>
        </div>
        {why && (
          <p id={whyId} className="text-muted text-sm">
            {t(why)}
          </p>
        )}
      </>
    );
  }
  if (status === "active") {
    return (
      <div className="flex flex-wrap gap-2">
        <LinkButton {...link} search={{ tab: "feedback" }} variant="primary">
          <Trans>View Feedback</Trans>
        </LinkButton>
        {actions.manages && (
          <LinkButton {...link} search={{ tab: "edit" }}>
            <Trans>Edit</Trans>
          </LinkButton>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton {...link} search={{ tab: "summary" }} variant={status === "completed" ? "primary" : "secondary"}>
        <Trans>View Summary</Trans>
      </LinkButton>
      {actions.can.archive && (
        <Button icon={Archive} opensDialog onClick={() => actions.ask("archive")}>
          <Trans>Archive</Trans>
        </Button>
      )}
      {actions.can.restore && (
        <Button icon={ArchiveRestore} onClick={actions.restore}>
          <Trans>Restore</Trans>
        </Button>
      )}
      {actions.can.complete && (
        <Button opensDialog onClick={() => actions.ask("complete")}>
          <Trans>Complete</Trans>
        </Button>
      )}
    </div>
  );
}
