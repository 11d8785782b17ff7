// One campaign for a tester: its public facts and the way in; the workspace once accepted.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { CloudOff, Compass } from "lucide-react";
import { applicationTo } from "../../../../../sync/queries/applications.ts";
import { campaignIcons } from "../../../../../sync/queries/catalog.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useCatalogApp, useCatalogCampaign } from "../../../../state/catalog-rows.ts";
import { useQuery, useQueryOr } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { LinkButton, TextLink } from "../../../../ui/button.tsx";
import { Section } from "../../../../ui/card.tsx";
import { cx } from "../../../../ui/cx.ts";
import { NotFound } from "../../../../ui/not-found.tsx";
import { BackLink, PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { ApplicationPanel } from "../../../applications/widgets/application-panel.tsx";
import { ApplicationStatus } from "../../../applications/widgets/application-status.tsx";
import { useDeveloperFigures } from "../../../catalog/use-developer-figures.ts";
import { AppCover } from "../../../catalog/widgets/app-cover.tsx";
import { Screenshots } from "../../../catalog/widgets/app-details.tsx";
import { AppIcon, faceOf } from "../../../catalog/widgets/app-icon.tsx";
import { DeveloperFacts } from "../../../catalog/widgets/report-figures.tsx";
import { TellAdmins } from "../../../flags/widgets/flag-button.tsx";
import { BlockButton, BlockedNotice } from "../../../organizations/widgets/block-organization.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "../../../sync/widgets/rejected-change-notice.tsx";
import { shownStatus, useToday } from "../../rules.ts";
import { useOpenCampaign } from "../../use-open-campaign.ts";
import { CampaignStatus } from "../../widgets/campaign-status.tsx";
import { Spots } from "../../widgets/spots.tsx";
import { AboutCampaign } from "./about-campaign.tsx";
import { CampaignFacts } from "./campaign-facts.tsx";
import { Offer } from "./offer.tsx";
import { Requirements } from "./requirements.tsx";
import { Workspace } from "./workspace.tsx";

const NO_ICONS: ReadonlyMap<string, string> = new Map();
const route = getRouteApi("/_signed-in/tester/tests/$campaignId/");

export function TesterCampaign() {
  const { campaignId } = route.useParams();
  const result = useCatalogCampaign(campaignId);
  if (result.state === "here") return <Known campaign={result.found.campaign} />;
  if (result.state === "asking") return <Loading />;
  if (result.state === "elsewhere") return <NotHere />;
  return <Missing campaignId={campaignId} />;
}

const Loading = () => <SkeletonList rows={3} className="h-40" />;

/** The server does not show it: unlisted and not opened yet, or not to be seen. */
function Missing({ campaignId }: { campaignId: string }) {
  return useOpenCampaign(campaignId) ? <Loading /> : <Unknown />;
}

function NotHere() {
  const { t } = useLingui();
  return (
    <NotFound
      title={t`Available Tests`}
      icon={CloudOff}
      missing={<Trans>This test is not on this device</Trans>}
      action={
        <LinkButton to="/tester/tests" variant="primary">
          <Trans>Available Tests</Trans>
        </LinkButton>
      }
    >
      <Trans>Tests that you opened before can be read offline. This one loads when you have a connection.</Trans>
    </NotFound>
  );
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
  const today = useToday();
  const { id: testerId } = usePerson();
  const { apply } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useQuery(applicationTo(campaign.id, testerId));
  const application = found.state === "ready" ? found.data : null;
  const refused = [...useRejectedChanges("applications").values()].find((c) => c.doc.campaign_id === campaign.id);
  const organization = { org_id: campaign.org_id, name: campaign.developer_name };
  const inside = application?.status === "accepted" || application?.status === "completed";
  // Asks the server for it too: its pictures are shown, and kept for when there is no network.
  const read = useCatalogApp(campaign.app_id ?? "");
  const app = read.state === "here" ? read.found.app : null;
  const published = app?.status === "published" ? app : null;
  const isOpen = campaign.visibility === "public" && shownStatus(campaign, today) === "active";
  const face = faceOf(campaign, useQueryOr(campaignIcons([campaign]), NO_ICONS).get(campaign.id));
  const figures = useDeveloperFigures(campaign.org_id);
  if (found.state === "loading" || !figures) return <Loading />;
  const facts = (
    <CampaignFacts campaign={campaign}>
      <DeveloperFacts figures={figures} />
    </CampaignFacts>
  );

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={campaign.title}
        {...(inside ? { icon: <AppIcon app={face} /> } : { cover: <AppCover app={face} of="page" /> })}
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
        description={
          <>
            <Trans>
              by <Developer campaign={campaign} linked={published !== null || isOpen} />
            </Trans>
            {campaign.app_id !== null && (published || read.state === "asking") && (
              // Its place is kept while the app is asked for.
              <span className={cx(!published && "invisible")}>
                {" · "}
                <TextLink to="/apps/$appId" params={{ appId: campaign.app_id }}>
                  <Trans>Open in the App Store</Trans>
                </TextLink>
              </span>
            )}
          </>
        }
      />
      {refused && <RejectedChangeNotice change={refused} />}
      <BlockedNotice {...organization} />
      {application && inside ? (
        <Workspace campaign={campaign} application={application} facts={facts} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-8 max-lg:order-2">
            <AboutCampaign campaign={campaign} />
            {app && app.screenshots.length > 0 && (
              <Section title={<Trans>Screenshots</Trans>}>
                <Screenshots app={app} />
              </Section>
            )}
          </div>
          <div className="beside flex flex-col gap-4">
            {found.state === "ready" && (
              <ApplicationPanel
                campaign={campaign}
                application={application}
                applying={apply === true}
                onApplying={(open) => void navigate({ search: open ? { apply: true } : {}, replace: true })}
                below={<Requirements campaign={campaign} />}
              >
                <Offer campaign={campaign} />
                <Spots campaign={campaign} />
              </ApplicationPanel>
            )}
            {facts}
            <div className="flex flex-wrap gap-2">
              <BlockButton {...organization} />
              <TellAdmins thing={{ content_type: "campaign", content_id: campaign.id, title: campaign.title }} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** @param linked the organization has a public page: an app or a public test that runs */
function Developer({ campaign, linked }: { campaign: Campaign; linked: boolean }) {
  if (!linked) return campaign.developer_name;
  return (
    <TextLink to="/organizations/$orgId" params={{ orgId: campaign.org_id }}>
      {campaign.developer_name}
    </TextLink>
  );
}
