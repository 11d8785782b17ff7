// The public page of a test, for visitors. Testers are redirected to their own page.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { AboutCampaign, ApplyQuestions } from "#features/campaigns/widgets/about-campaign.tsx";
import { AcceptsInstantly } from "#features/campaigns/widgets/accepts-instantly.tsx";
import { CampaignStatus } from "#features/campaigns/widgets/campaign-status.tsx";
import { Effort } from "#features/campaigns/widgets/effort.tsx";
import { PayPerHour } from "#features/campaigns/widgets/pay-per-hour.tsx";
import { Requirements } from "#features/campaigns/widgets/requirements.tsx";
import { RewardOffer } from "#features/campaigns/widgets/reward-offer.tsx";
import { Spots } from "#features/campaigns/widgets/spots.tsx";
import { TestFacts } from "#features/campaigns/widgets/test-facts.tsx";
import { TestLayout } from "#features/campaigns/widgets/test-layout.tsx";
import { TimeLeft } from "#features/campaigns/widgets/time-left.tsx";
import { minutesOf } from "#features/campaigns/widgets/work.tsx";
import { AppCover } from "#features/catalog/widgets/app-cover.tsx";
import { Screenshots } from "#features/catalog/widgets/app-details.tsx";
import { faceOf } from "#features/catalog/widgets/app-icon.tsx";
import { AnswerFact, ApprovedFact } from "#features/catalog/widgets/report-figures.tsx";
import { closedHelp, closedLabel } from "#features/common/campaign-labels.ts";
import { applyState, hasEnded, shownStatus, useToday } from "#features/common/campaign-rules.ts";
import { RequiredTasks } from "#features/common/widgets/required-tasks.tsx";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { personOf, useSession } from "#state/session.ts";
import { useRemote } from "#state/use-online-query.ts";
import { isShortCode } from "#sync/schema/short-codes.ts";
import { readTest, type TestPage as Test } from "#sync/schema/test-page.ts";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page-header.tsx";
import { useTitle } from "#ui/use-title.ts";

const route = getRouteApi("/_store/tests/$campaignId");

export function TestPage() {
  const { campaignId } = route.useParams();
  // The key remounts the page, so that it never shows the previous test.
  return <Read key={campaignId} id={campaignId} />;
}

function Read({ id }: { id: string }) {
  const remote = useRemote(readTest, { test_id: id });
  const test = remote.state === "ready" ? remote.data : undefined;
  const isTester = personOf(useSession())?.role === "tester";
  if (test && isTester) return <Navigate to="/tester/tests/$campaignId" params={{ campaignId: test.id }} replace />;
  return (
    <div className="flex flex-col gap-6">
      {!test && (
        <h1 className="sr-only">
          <Trans>Test</Trans>
        </h1>
      )}
      <OnlineQueryStates remote={remote} failed={<Trans>The test could not be loaded</Trans>} />
      {test === null && <NotPublic id={id} />}
      {test && <Sheet test={test} />}
    </div>
  );
}

/** Also shown for an unlisted or private test, which the tester's own page opens. */
function NotPublic({ id }: { id: string }) {
  const { t } = useLingui();
  useTitle(t`Test not found`);
  const isVisitor = personOf(useSession()) === null;
  return (
    <EmptyState
      icon={Compass}
      title={<Trans>This test is not public</Trans>}
      action={
        isVisitor && (
          <LinkButton
            to="/login"
            search={{ redirect: isShortCode(id) ? `/tests/${id}` : `/tester/tests/${id}` }}
            variant="primary"
          >
            <Trans>Log in to open it</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>It may have been withdrawn, or only people with an invitation or its link can see it.</Trans>
    </EmptyState>
  );
}

function Sheet({ test }: { test: Test }) {
  const today = useToday();
  return (
    <Page
      title={test.title}
      cover={<AppCover app={faceOf(test, test.icon_path)} of="page" />}
      badge={<CampaignStatus status={shownStatus(test, today)} />}
      description={
        <>
          <Trans>
            by <Developer test={test} />
          </Trans>
          {test.app_id !== null && (
            <>
              {" · "}
              <TextLink to="/apps/$appId" params={{ appId: test.app_id }}>
                <Trans>View app page</Trans>
              </TextLink>
            </>
          )}
        </>
      }
    >
      <TestLayout
        about={<AboutCampaign campaign={test} />}
        offer={
          <>
            <Offer test={test} />
            <TestFacts campaign={test}>
              <AnswerFact organization={test} large />
              <ApprovedFact organization={test} large />
            </TestFacts>
          </>
        }
      >
        <Requirements campaign={test} />
        <ApplyQuestions questions={test.screening} />
        {test.screenshots.length > 0 && (
          <Section title={<Trans>Screenshots</Trans>}>
            <Screenshots app={test} />
          </Section>
        )}
      </TestLayout>
    </Page>
  );
}

function Developer({ test }: { test: Test }): ReactNode {
  if (!test.has_developer_page) return test.developer_name;
  return (
    <TextLink to="/organizations/$orgId" params={{ orgId: test.org_id }}>
      {test.developer_name}
    </TextLink>
  );
}

function Offer({ test }: { test: Test }) {
  const minutes = minutesOf(test);
  const ended = hasEnded(test, useToday());
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-5 text-sm shadow-sm">
      <RewardOffer campaign={test} large />
      <p className="text-muted">
        <TimeLeft campaign={test} />
        {minutes > 0 && !ended && (
          <>
            {" · "}
            <Effort minutes={minutes} />
            {test.reward_model === "testing" && " · "}
            <PayPerHour campaign={test} />
          </>
        )}
      </p>
      <RequiredTasks tasks={test.required_tasks} minutes={test.task_minutes} rewardModel={test.reward_model} />
      {!ended && <Spots campaign={test} />}
      <Apply test={test} />
    </section>
  );
}

function Apply({ test }: { test: Test }) {
  const { t } = useLingui();
  const person = personOf(useSession());
  const state = applyState(test, { blocked: false, suspended: false }, useToday());
  if (state !== "open" && state !== "full") {
    return (
      <p>
        <span className="block font-semibold">{t(closedLabel[state])}</span>
        <span className="text-muted">{t(closedHelp[state])}</span>
      </p>
    );
  }
  if (person) return <Trans>Only testers can apply. Your account has another role.</Trans>;
  const redirect = `/tester/tests/${test.id}?apply=true`;
  return (
    <>
      <AcceptsInstantly campaign={test} state={state} />
      <LinkButton to="/register" search={{ role: "tester", redirect }} variant="primary" size="lg" wide>
        <Trans>Sign up to apply</Trans>
      </LinkButton>
      <p className="text-muted">
        <Trans>
          Already have an account?{" "}
          <TextLink to="/login" search={{ redirect }}>
            Log In
          </TextLink>
        </Trans>
      </p>
      <p className="text-muted">
        {state === "full" ? (
          <Trans>All spots are taken. Your application waits in case one becomes free.</Trans>
        ) : test.auto_select ? (
          <Trans>Spots are assigned automatically, first come, first served.</Trans>
        ) : (
          <Trans>The developer reads each application and chooses.</Trans>
        )}
        {test.has_agreement && (
          <>
            {" "}
            <Trans>You accept the developer's agreement when you apply.</Trans>
          </>
        )}
      </p>
    </>
  );
}
