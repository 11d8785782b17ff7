// One campaign for a tester: its public facts and the way in; the workspace once accepted.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { applicationTo } from "../../../../../sync/queries/applications.ts";
import { campaignById } from "../../../../../sync/queries/campaigns.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useQuery } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { useStatus } from "../../../../state/status.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { NotFound } from "../../../../ui/not-found.tsx";
import { BackLink, PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { ApplicationPanel } from "../../../applications/widgets/application-panel.tsx";
import { ApplicationStatus } from "../../../applications/widgets/application-status.tsx";
import { TellAdmins } from "../../../flags/widgets/flag-button.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "../../../sync/widgets/rejected-change-notice.tsx";
import { shownStatus, useToday } from "../../rules.ts";
import { useOpenCampaign } from "../../use-open-campaign.ts";
import { CampaignStatus } from "../../widgets/campaign-status.tsx";
import { AboutCampaign } from "./about-campaign.tsx";
import { CampaignFacts } from "./campaign-facts.tsx";
import { Workspace } from "./workspace.tsx";

const route = getRouteApi("/_signed-in/tester/tests/$campaignId/");

export function TesterCampaign() {
  const { campaignId } = route.useParams();
  const campaign = useQuery(campaignById(campaignId));
  const { firstSyncDone, online } = useStatus();
  if (campaign.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (campaign.state === "ready" && campaign.data) return <Known campaign={campaign.data} />;
  if (campaign.state === "loading" || (!firstSyncDone && online)) return <SkeletonList rows={3} className="h-40" />;
  return <Missing campaignId={campaignId} />;
}

/** Not on this device: unlisted, or not to be seen. */
function Missing({ campaignId }: { campaignId: string }) {
  return useOpenCampaign(campaignId) ? <SkeletonList rows={3} className="h-40" /> : <Unknown />;
}

function Unknown() {
  const { t } = useLingui();
  return (
    <NotFound
      title={t`Test not found`}
      icon={Compass}
      missing={<Trans>This test is not available</Trans>}
      action={
        <LinkButton to="/tester/tests" variant="primary">
          <Trans>Available Tests</Trans>
        </LinkButton>
      }
    >
      <Trans>It may have been withdrawn, or it has not reached this device yet.</Trans>
    </NotFound>
  );
}

function Known({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const today = useToday();
  const { id: testerId } = usePerson();
  const { apply } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useQuery(applicationTo(campaign.id, testerId));
  const application = found.state === "ready" ? found.data : null;
  const refused = [...useRejectedChanges("applications").values()].find((c) => c.doc.campaign_id === campaign.id);
  const inside = application?.status === "accepted" || application?.status === "completed";

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={campaign.title}
        back={
          <BackLink to={inside ? "/tester" : "/tester/tests"}>
            {inside ? <Trans>Dashboard</Trans> : <Trans>Available Tests</Trans>}
          </BackLink>
        }
        badge={
          application ? (
            <ApplicationStatus status={application.status} />
          ) : (
            <CampaignStatus status={shownStatus(campaign, today)} />
          )
        }
        description={t`by ${campaign.developer_name}`}
      />
      {refused && <RejectedChangeNotice change={refused} />}
      {application && inside ? (
        <Workspace campaign={campaign} application={application} />
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <AboutCampaign campaign={campaign} className="max-lg:order-2" />
          <div className="flex flex-col gap-4 lg:sticky lg:top-20">
            {found.state === "ready" && (
              <ApplicationPanel
                campaign={campaign}
                application={application}
                applying={apply === true}
                onApplying={(open) => void navigate({ search: open ? { apply: true } : {}, replace: true })}
              />
            )}
            <CampaignFacts campaign={campaign} />
            <div>
              <TellAdmins thing={{ content_type: "campaign", content_id: campaign.id, title: campaign.title }} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
