import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { CalendarDays, ClipboardList, List, SearchX } from "lucide-react";
import { FindTest } from "#features/common/widgets/empty-campaigns.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { useList } from "#state/list.ts";
import { usePerson } from "#state/session.ts";
import { type TesterTest, testsOfTester } from "#sync/queries/tester-tests.ts";
import { applicationStatus } from "#sync/schema/applications.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { Page } from "#ui/page-header.tsx";
import { ViewSwitch } from "#ui/view-switch.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";
import { applicationsStatusLabel } from "../../labels.ts";
import { ApplicationCard } from "./application-card.tsx";
import { Calendar } from "./calendar.tsx";

const route = getRouteApi("/_signed-in/tester/applications");

export function MyApplications() {
  const { t } = useLingui();
  const tests = useList(testsOfTester(usePerson().id), ["applications", "campaigns"]);
  const rejections = useRejectedChanges("applications");
  return (
    <Page
      title={t`My Applications`}
      description={<Trans>Every test you applied to, and what comes next.</Trans>}
      actions={
        <LinkButton to="/tester/tests">
          <Trans>Browse tests</Trans>
        </LinkButton>
      }
    >
      {[...rejections.values()].map((change) => (
        <div key={change.key} className="flex flex-col gap-1.5">
          <p className="font-semibold text-sm">{String(change.doc.campaign_title ?? "")}</p>
          <RejectedChangeNotice change={change} />
        </div>
      ))}
      {tests.state === "ready" && <MissingRows of={["applications", "campaigns"]} />}
      {tests.state === "ready" ? <Applications tests={tests.data} /> : <ListStates list={tests} row="h-36" />}
    </Page>
  );
}

function Applications({ tests }: { tests: readonly TesterTest[] }) {
  const { t } = useLingui();
  const { status, view, month = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ search, replace: true, resetScroll: false });
  const choose = (status?: (typeof applicationStatus.options)[number]) => show({ status });
  if (tests.length === 0) {
    return (
      <EmptyState icon={ClipboardList} title={<Trans>You have not applied to a test yet</Trans>} action={<FindTest />}>
        <Trans>Apply to a test and track your application here.</Trans>
      </EmptyState>
    );
  }
  const count = (wanted: string) => tests.filter((x) => x.application.status === wanted).length;
  const shown = tests.filter((x) => !status || x.application.status === status);
  const pills = [
    { value: undefined, label: t`All applications`, count: tests.length },
    ...applicationStatus.options
      .filter((value) => count(value) > 0 || value === status)
      .map((value) => ({ value, label: t(applicationsStatusLabel[value]), count: count(value) })),
  ];
  const views = (
    <ViewSwitch
      value={view}
      onChange={(view) => show({ view })}
      views={[
        { value: undefined, label: t`List`, icon: List },
        { value: "calendar", label: t`Calendar`, icon: CalendarDays },
      ]}
    />
  );
  if (view === "calendar") {
    return (
      <div className="flex flex-col gap-2">
        {views}
        <Calendar
          tests={tests}
          month={/^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined}
          onMonth={(month) => show({ view, month })}
        />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <FilterPills label={t`Status`} value={status} onChange={choose} pills={pills} />
        </div>
        {views}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={<Trans>No applications with this status</Trans>}
          action={
            <Button onClick={() => choose()}>
              <Trans>Show all</Trans>
            </Button>
          }
        />
      ) : (
        <VirtualList
          items={shown}
          keyOf={(x) => x.application.id}
          label={t`My Applications`}
          estimate={170}
          render={(test) => <ApplicationCard test={test} />}
        />
      )}
    </div>
  );
}
