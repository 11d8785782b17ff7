import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { CloudOff, Compass, Flag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLiveSpots } from "#features/campaigns/use-live-spots.ts";
import { useOpenCampaign } from "#features/campaigns/use-open-campaign.ts";
import { AboutCampaign, ApplyQuestions } from "#features/campaigns/widgets/about-campaign.tsx";
import { CampaignStatus } from "#features/campaigns/widgets/campaign-status.tsx";
import { Requirements } from "#features/campaigns/widgets/requirements.tsx";
import { Spots } from "#features/campaigns/widgets/spots.tsx";
import { TestFacts } from "#features/campaigns/widgets/test-facts.tsx";
import { TestLayout } from "#features/campaigns/widgets/test-layout.tsx";
import { useDeveloperFigures } from "#features/catalog/use-developer-figures.ts";
import { AppCover } from "#features/catalog/widgets/app-cover.tsx";
import { Screenshots } from "#features/catalog/widgets/app-details.tsx";
import { AppIcon, faceOf } from "#features/catalog/widgets/app-icon.tsx";
import { DeveloperFacts } from "#features/catalog/widgets/report-figures.tsx";
import { hasEnded, holdsSpot, shownStatus, useToday } from "#features/common/campaign-rules.ts";
import { BlockedNotice, useBlockOrganization } from "#features/common/widgets/block-organization.tsx";
import { RequiredTasks } from "#features/common/widgets/required-tasks.tsx";
import { Issue } from "#features/flags/widgets/flag-button.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { useCatalogApp, useCatalogCampaign } from "#state/catalog-rows.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { applicationTo } from "#sync/queries/applications.ts";
import { campaignIcons } from "#sync/queries/catalog.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Menu } from "#ui/menu.tsx";
import { type MenuEntry, menuEntry } from "#ui/menu-entry.ts";
import { NotFound } from "#ui/not-found.tsx";
import { BackLink, Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useScrollToTop } from "#ui/use-scroll-to-top.ts";
import { ApplicationPanel } from "../../widgets/application-panel.tsx";
import { ApplicationStatus } from "../../widgets/application-status.tsx";
import { LeftReports } from "./my-reports.tsx";
import { MissingPlatform, Offer } from "./offer.tsx";
import { Workspace } from "./workspace.tsx";

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

/** Shown when the server hides the campaign, for example an unlisted one without its link. */
function Missing({ campaignId }: { campaignId: string }) {
  return useOpenCampaign(campaignId) ? <Loading /> : <Unknown />;
}

const toTests = (
  <LinkButton to="/tester/tests" variant="primary">
    <Trans>Available Tests</Trans>
  </LinkButton>
);

function NotHere() {
  const { t } = useLingui();
  return (
    <NotFound
      title={t`Available Tests`}
      icon={CloudOff}
      missing={<Trans>This test is not on this device</Trans>}
      action={toTests}
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
      action={toTests}
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
  const rejectedChange = [...useRejectedChanges("applications").values()].find(
    (c) => c.doc.campaign_id === campaign.id,
  );
  const organization = { org_id: campaign.org_id, name: campaign.developer_name };
  const inside = holdsSpot(application);
  useScrollToTop(found.state === "ready" ? inside : undefined);
  const waits = application === null || application.status === "pending";
  const showsSpots = found.state === "ready" && waits && !hasEnded(campaign, today);
  const spots = useLiveSpots(campaign, showsSpots);
  // Also requests the app from the server, to cache its pictures for offline use.
  const read = useCatalogApp(campaign.app_id ?? "");
  const app = read.state === "here" ? read.found.app : null;
  const published = app?.status === "published" ? app : null;
  const isOpen = campaign.visibility === "public" && shownStatus(campaign, today) === "active";
  const face = faceOf(campaign, useQueryOr(campaignIcons([campaign]), new Map()).get(campaign.id));
  const figures = useDeveloperFigures(campaign.org_id);
  const { menu, dialogs } = useTestMenu(campaign);
  if (found.state === "loading" || !figures) return <Loading />;
  const facts = (
    <TestFacts campaign={campaign}>
      <DeveloperFacts figures={figures} />
    </TestFacts>
  );

  return (
    <Page
      title={campaign.title}
      menu={menu}
      {...(inside ? { icon: <AppIcon app={face} /> } : { cover: <AppCover app={face} of="page" /> })}
      back={
        <BackLink to={inside ? "/tester" : "/tester/tests"}>
          {inside ? <Trans>Dashboard</Trans> : <Trans>Available Tests</Trans>}
        </BackLink>
      }
      badge={
        application ? <ApplicationStatus {...application} /> : <CampaignStatus status={shownStatus(campaign, today)} />
      }
      description={
        <>
          <Trans>
            by <Developer campaign={campaign} linked={published !== null || isOpen} />
          </Trans>
          {campaign.app_id !== null && (published || read.state === "asking") && (
            // Reserves the space while the app loads.
            <span className={cx(!published && "invisible")}>
              {" · "}
              <TextLink to="/apps/$appId" params={{ appId: campaign.app_id }}>
                <Trans>View app page</Trans>
              </TextLink>
            </span>
          )}
        </>
      }
    >
      {dialogs}
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
      <BlockedNotice {...organization} />
      {application && inside ? (
        <Workspace campaign={campaign} application={application} facts={facts} />
      ) : (
        <TestLayout
          about={<AboutCampaign campaign={campaign} />}
          offer={
            <>
              {found.state === "ready" && (
                <ApplicationPanel
                  campaign={spots.campaign}
                  application={application}
                  applying={apply === true}
                  onApplying={(open) => void navigate({ search: open ? { apply: true } : {}, replace: true })}
                  below={
                    <>
                      <Requirements campaign={campaign} />
                      {waits && <MissingPlatform campaign={campaign} />}
                    </>
                  }
                >
                  <Offer campaign={campaign} />
                  <RequiredTasks
                    tasks={campaign.required_tasks}
                    minutes={campaign.task_minutes}
                    rewardModel={campaign.reward_model}
                  />
                  {showsSpots && <Spots {...spots} />}
                </ApplicationPanel>
              )}
              {facts}
            </>
          }
        >
          {application && <LeftReports application={application} />}
          <ApplyQuestions questions={campaign.screening} />
          {app && app.screenshots.length > 0 && (
            <Section title={<Trans>Screenshots</Trans>}>
              <Screenshots app={app} />
            </Section>
          )}
        </TestLayout>
      )}
    </Page>
  );
}

/** Rarely used, and at the top, where a phone has room for it. */
function useTestMenu({ id, org_id, developer_name, title }: Campaign): { menu: ReactNode; dialogs: ReactNode } {
  const { t } = useLingui();
  const block = useBlockOrganization({ org_id, name: developer_name });
  const [tells, setTells] = useState(false);
  const report: MenuEntry = menuEntry(
    "report",
    Flag,
    <Trans context="button">Report this test</Trans>,
    { opensDialog: true },
    () => setTells(true),
  );
  return {
    menu: <Menu label={t`More actions`} items={block ? [block.item, report] : [report]} />,
    dialogs: (
      <>
        {block?.question}
        <Issue
          thing={{ content_type: "campaign", content_id: id, title }}
          open={tells}
          onClose={() => setTells(false)}
        />
      </>
    ),
  };
}

/** @param linked the organization has a public page: a published app or a running public test */
function Developer({ campaign, linked }: { campaign: Campaign; linked: boolean }) {
  if (!linked) return campaign.developer_name;
  return (
    <TextLink to="/organizations/$orgId" params={{ orgId: campaign.org_id }}>
      {campaign.developer_name}
    </TextLink>
  );
}
