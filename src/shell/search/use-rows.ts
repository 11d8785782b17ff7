// Local rows as search entries: from the device database and the catalog, each list limited. Read
// while the search is open.
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import {
  ChartColumn,
  FileText,
  FlaskConical,
  ListChecks,
  type LucideIcon,
  MailPlus,
  Megaphone,
  MessageSquareText,
  Package,
  PencilLine,
  Store,
  Users,
} from "lucide-react";
import { useMemo } from "react";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { campaignsWithin } from "#sync/queries/campaigns.ts";
import { type Cards, storeCards } from "#sync/queries/catalog.ts";
import { newestReports } from "#sync/queries/feedback.ts";
import { type Offers, offeredCampaigns } from "#sync/queries/open-campaigns.ts";
import { isActiveTest, type TesterTest, testsOfTester } from "#sync/queries/tester-tests.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { AppCard } from "#sync/schema/catalog.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { type CampaignPart, campaignPartLabel, partsOf } from "../../features/campaigns/parts.ts";
import { useToday } from "../../features/common/campaign-rules.ts";
import { useStartReport } from "../../features/reports/use-start-report.ts";
import { useCan, useOrganization } from "../../state/organization.ts";
import { useQueryOr } from "../../state/query.ts";
import type { Person } from "../../state/session.ts";
import { type Entry, entry } from "./entry.ts";
import { searched } from "./rank.ts";

const MOST = 1_000;
/** The newest reports; the review of a campaign is designed for the same number. */
const MOST_REPORTS = 5_000;

const noTests: TesterTest[] = [];
const noOffers: Offers["offers"] = [];
const noCampaigns: Campaign[] = [];
const noApps: App[] = [];
const noReports: Feedback[] = [];
const noCards: Cards<AppCard> = { cards: [], asOf: null };

function useTesterRows(person: Person): Entry[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const startReport = useStartReport();
  const today = useToday();
  const tester = person.role === "tester";
  const tests = useQueryOr(tester ? testsOfTester(person.id) : null, noTests);
  const found = useQueryOr(tester ? offeredCampaigns(person.id, today) : null, null);
  const offers = found?.offers ?? noOffers;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries contain their actions
  return useMemo(() => {
    const campaigns = [...tests.flatMap(({ campaign }) => campaign ?? []), ...offers.map(({ campaign }) => campaign)];
    const known = new Map(
      campaigns.map(({ id, title, developer_name, description }) => [id, { id, title, developer_name, description }]),
    );
    return [
      ...tests
        .filter((test) => isActiveTest(test, today))
        .flatMap(({ application, campaign }) =>
          campaign
            ? entry({
                ...{ id: `write ${campaign.id}`, group: "actions", icon: PencilLine },
                ...{ label: t`Write a report`, detail: campaign.title },
                run: () => void startReport(application, campaign),
              })
            : [],
        ),
      ...[...known.values()].slice(0, MOST).map(({ id, title, developer_name, description }) =>
        entry({
          ...{ id: `test ${id}`, group: "tests", icon: FlaskConical, label: title, detail: developer_name },
          more: description,
          run: () => void navigate({ to: "/tester/tests/$campaignId", params: { campaignId: id } }),
        }),
      ),
    ];
  }, [tests, offers, today, t]);
}

const partIcon: Record<CampaignPart, LucideIcon> = {
  overview: Megaphone,
  applicants: Users,
  invitations: MailPlus,
  feedback: MessageSquareText,
  results: ListChecks,
  announcements: Megaphone,
  analytics: ChartColumn,
  summary: FileText,
  edit: PencilLine,
};

/** The developer's campaigns with tabs, and apps, in the current organization. */
function useDeveloperRows(person: Person): Entry[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const today = useToday();
  const { org_id } = useOrganization();
  const manages = useCan("manage");
  const developer = person.role === "developer";
  const campaigns = useQueryOr(developer ? campaignsWithin(org_id, MOST) : null, noCampaigns);
  const apps = useQueryOr(developer ? appsOfOrganization(org_id) : null, noApps);
  return useMemo(() => {
    const newest = [...campaigns].sort((a, b) => b.created_at.localeCompare(a.created_at));
    const open = (id: string, tab?: Exclude<CampaignPart, "overview">) =>
      void navigate({ to: "/developer/campaigns/$campaignId", params: { campaignId: id }, search: { tab } });
    const partsWithin = (campaign: Campaign) =>
      partsOf(campaign, manages, today).flatMap((part) => {
        if (part === "overview") return [];
        const label = t(campaignPartLabel[part]);
        const { id, title } = campaign;
        return {
          ...{ id: `${part} ${id}`, group: "tests" as const, icon: partIcon[part], label, detail: title },
          ...searched(label, part === "feedback" ? t`Reports` : ""),
          run: () => open(id, part),
        };
      });
    return [
      ...newest.map((campaign) => {
        const { id, title, description } = campaign;
        return {
          ...entry({
            ...{ id: `campaign ${id}`, group: "tests", icon: Megaphone, label: title, more: description },
            run: () => open(id),
          }),
          parts: partsWithin(campaign),
        };
      }),
      ...apps.map(({ id, title, description }) =>
        entry({
          ...{ id: `own app ${id}`, group: "apps", icon: Package, label: title, more: description },
          run: () => void navigate({ to: "/developer/apps/$appId", params: { appId: id } }),
        }),
      ),
    ];
  }, [campaigns, apps, manages, today, navigate, t]);
}

function useReports(person: Person): Entry[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { org_id } = useOrganization();
  const tester = person.role === "tester";
  const owner = tester ? { tester_id: person.id } : { org_id };
  const reports = useQueryOr(person.role === "admin" ? null : newestReports(owner, MOST_REPORTS), noReports);
  return useMemo(
    () =>
      reports.map(({ id, campaign_id, campaign_title, summary, tester_name, details }) =>
        entry({
          ...{ id: `report ${id}`, group: "reports", icon: MessageSquareText },
          label: summary.trim() || t`Untitled report`,
          detail: tester ? campaign_title : `${campaign_title} · ${tester_name}`,
          more: details,
          run: () =>
            void (tester
              ? navigate({
                  to: "/tester/tests/$campaignId/report/$feedbackId",
                  params: { campaignId: campaign_id, feedbackId: id },
                })
              : navigate({
                  to: "/developer/campaigns/$campaignId",
                  params: { campaignId: campaign_id },
                  search: { tab: "feedback", report: id },
                })),
        }),
      ),
    [reports, tester, navigate, t],
  );
}

function useStoreApps(): Entry[] {
  const navigate = useNavigate();
  const { cards } = useQueryOr(storeCards(), noCards);
  return useMemo(
    () =>
      cards.slice(0, MOST).map(({ id, title, developer_name, description }) =>
        entry({
          ...{ id: `app ${id}`, group: "apps", icon: Store, label: title, detail: developer_name },
          more: description,
          run: () => void navigate({ to: "/apps/$appId", params: { appId: id } }),
        }),
      ),
    [cards, navigate],
  );
}

export function useRows(person: Person): Entry[] {
  const tester = useTesterRows(person);
  const developer = useDeveloperRows(person);
  const reports = useReports(person);
  const store = useStoreApps();
  return useMemo(() => [...tester, ...developer, ...reports, ...store], [tester, developer, reports, store]);
}
