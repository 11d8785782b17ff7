import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { useDeferredValue } from "react";
import { useHasNoActiveTest } from "#features/common/use-has-no-active-test.ts";
import { FindOwnTest } from "#features/common/widgets/empty-campaigns.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { matches } from "#lib/text-match.ts";
import { useList } from "#state/list.ts";
import { usePerson } from "#state/session.ts";
import { isUntouched, type OwnReport, reportsOfTester } from "#sync/queries/feedback.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { ReportList } from "../../widgets/report-list.tsx";
import { standingOf } from "../../widgets/report-status.tsx";
import { FeedbackFilters, reportOrders } from "./report-filters.tsx";

const route = getRouteApi("/_signed-in/tester/feedback");
export function MyFeedback() {
  const { t } = useLingui();
  const reports = useList(reportsOfTester(usePerson().id), ["feedback"]);
  return (
    <Page title={t`My Feedback`} description={<Trans>Everything you have written, sent or not.</Trans>}>
      {reports.state === "ready" ? (
        <Reports reports={reports.data.filter((r) => !isUntouched(r))} />
      ) : (
        <ListStates list={reports} row="h-24" />
      )}
    </Page>
  );
}

function Reports({ reports }: { reports: readonly OwnReport[] }) {
  const { t } = useLingui();
  const filters = useDeferredValue(route.useSearch());
  const navigate = route.useNavigate();
  const noTest = useHasNoActiveTest();
  if (reports.length === 0) {
    return (
      <EmptyState
        icon={MessageSquareText}
        title={<Trans>You have not written a report yet</Trans>}
        action={<FindOwnTest none={noTest} />}
      >
        {noTest ? (
          <Trans>
            Apply to a test first. Once you are accepted, you can write reports on it, and they appear here.
          </Trans>
        ) : (
          <Trans>Open one of your tests and choose Write a report. Drafts are saved here as you type.</Trans>
        )}
      </EmptyState>
    );
  }
  const { q = "", status, type, sort = "newest" } = filters;
  const found = reports
    .filter(
      (r) =>
        (!status || standingOf(r) === status) &&
        (!type || r.type === type) &&
        matches(q, r.summary, r.details, r.campaign_title),
    )
    .sort(reportOrders[sort]);
  return (
    <div className="flex flex-col gap-4">
      <MissingRows of={["feedback"]} />
      <FeedbackFilters reports={reports} />
      {found.length === 0 ? (
        <NoMatch
          title={<Trans>No reports match</Trans>}
          clear="both"
          onClear={() => void navigate({ search: {}, replace: true })}
        >
          <Trans>Try adjusting your search or filters</Trans>
        </NoMatch>
      ) : (
        <ReportList reports={found} label={t`My Feedback`} withCampaign />
      )}
    </div>
  );
}
