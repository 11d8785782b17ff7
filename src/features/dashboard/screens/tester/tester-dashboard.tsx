import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { DevicesQuestion } from "#features/account/widgets/devices-question.tsx";
import { SaveDeadlines } from "#features/applications/widgets/save-deadlines.tsx";
import { fittingFirst } from "#features/campaigns/offers.ts";
import { likelyPlatforms } from "#features/catalog/user-device.ts";
import { useToday } from "#features/common/campaign-rules.ts";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useCatalogSearch } from "#state/catalog.ts";
import { type ListState, useListState } from "#state/list.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { campaignIcons } from "#sync/queries/catalog.ts";
import { reportsOfTester } from "#sync/queries/feedback.ts";
import { type OfferedCampaign, offeredCampaigns } from "#sync/queries/open-campaigns.ts";
import { profileById } from "#sync/queries/profile.ts";
import { rewardsOfTester } from "#sync/queries/rewards.ts";
import { isActiveTest, type TesterTest, testsOfTester } from "#sync/queries/tester-tests.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useReveal } from "#ui/use-reveal.ts";
import { ActiveTests } from "./active-tests.tsx";
import { Figures } from "./figures.tsx";
import { FirstReportOffer } from "./first-report-offer.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { Recommended } from "./recommended.tsx";
import { testerTasks } from "./tester-tasks.ts";
import { WaitingForYou } from "./waiting-for-you.tsx";

const testRows = ["applications", "campaigns"] as const;
const counted = [...testRows, "profiles", "rewards", "feedback"] as const;
const NO_PLATFORMS: ReadonlySet<string> = new Set();
const bySoonest = (a: TesterTest, b: TesterTest) =>
  (a.campaign?.end_date ?? "9").localeCompare(b.campaign?.end_date ?? "9");

/**
 * Open campaigns on this device, plus the server's list of those that end first.
 * @param platforms of the tester's devices; null while loading
 */
function useOffers(testerId: string, platforms: ReadonlySet<string> | null, today: string): ListState<OfferedCampaign> {
  const read = useQuery(offeredCampaigns(testerId, today));
  // Query the device first, because the server client is a sixth of the page's code.
  const { answer, failed } = useCatalogSearch(
    "campaign",
    fittingFirst({}, platforms ?? NO_PLATFORMS),
    read.state !== "loading" && platforms !== null,
  );
  if (read.state !== "ready") return read;
  const { offers, asOf } = read.data;
  // A new device holds only the tester's campaigns until the server's results arrive.
  const few = asOf === null || offers.length === 0;
  const pending = few && (answer === null || answer.cards.length > 0);
  if (!pending || (failed && offers.length > 0)) return { state: "ready", data: offers };
  if (failed === "rejected") return { state: "error", error: failed };
  return { state: failed ? "never_synced" : "loading" };
}

export function TesterDashboard() {
  const { t } = useLingui();
  const person = usePerson();
  const today = useToday();
  const all = useQuery(testsOfTester(person.id));
  const tests = useListState(all, testRows);
  const profiles = useQuery(profileById(person.id));
  const profile = profiles.state === "ready" ? profiles.data : null;
  const platforms = profiles.state === "loading" ? null : likelyPlatforms(profile?.devices ?? []);
  const offers = useOffers(person.id, platforms, today);
  const earned = useQuery(rewardsOfTester(person.id));
  const reports = useQuery(reportsOfTester(person.id));
  const loading = [all, profiles, earned, reports].some((read) => read.state === "loading");
  const rewards = earned.state === "ready" ? earned.data : [];
  const firstName = person.name.split(" ")[0] ?? person.name;
  const known = tests.state === "ready" ? tests.data : [];
  const own = reports.state === "ready" ? reports.data : [];
  const active = known.filter((test) => isActiveTest(test, today)).sort(bySoonest);
  const history = new Map<Campaign["category"], number>();
  for (const { application, campaign } of known) {
    if (!campaign || !["accepted", "completed"].includes(application.status)) continue;
    history.set(campaign.category, (history.get(campaign.category) ?? 0) + 1);
  }
  const lines = loading ? [] : testerTasks(own, known, today);
  const named = new Map([...active, ...lines].flatMap(({ campaign }) => (campaign ? [[campaign.id, campaign]] : [])));
  const icons = useQueryOr(campaignIcons([...named.values()]), new Map());
  const isNew = tests.state === "ready" && tests.data.length === 0;
  const [showsFitting, setShowsFitting] = useState(false);
  const fitting = useReveal(showsFitting && profile !== null && profile.devices.length > 0, "start");

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t`Dashboard`}
        description={isNew ? <Trans>Welcome, {firstName}.</Trans> : <Trans>Welcome back, {firstName}.</Trans>}
        actions={
          <LinkButton to="/tester/tests" variant={isNew ? "primary" : "secondary"}>
            <Trans>Browse tests</Trans>
          </LinkButton>
        }
      />
      {loading ? (
        <SkeletonList rows={3} className="h-44" />
      ) : (
        <>
          <MissingRows of={counted} />
          <DevicesQuestion profile={profile} onShow={() => setShowsFitting(true)} />
          {isNew && <GettingStarted />}
          <WaitingForYou lines={lines} icons={icons} />
          {/* Not for testers with an approved report. */}
          {profile?.report_guide === "open" && profile.rating === null && <FirstReportOffer person={person.id} />}
          <Figures
            profile={profile}
            tests={known}
            active={active}
            reports={own}
            rewards={rewards}
            uncounted={tests.state !== "ready"}
          />
          {!isNew && (
            <Section title={t`Your Active Tests`} action={<SaveDeadlines tests={active} />}>
              {tests.state === "ready" ? (
                <ActiveTests tests={active} icons={icons} />
              ) : (
                <ListStates list={tests} row="h-44" />
              )}
            </Section>
          )}
          <div ref={fitting} tabIndex={-1} className="outline-none">
            <Section
              title={t`Recommended Tests`}
              action={
                <TextLink to="/tester/tests" className="text-sm">
                  <Trans>All available tests</Trans>
                </TextLink>
              }
            >
              {offers.state === "ready" ? (
                <Recommended
                  key={[...(platforms ?? [])].join()}
                  offers={offers.data}
                  profile={profile}
                  history={history}
                  platforms={platforms ?? NO_PLATFORMS}
                />
              ) : (
                <ListStates list={offers} row="h-56" />
              )}
            </Section>
          </div>
        </>
      )}
    </div>
  );
}
