// The results of a campaign's tasks: a matrix of testers and tasks, the weakest steps, surveys,
// exports, and the review of each set. Reads only the device database.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { ClipboardList } from "lucide-react";
import { useDeferredValue } from "react";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { usePendingReviews } from "#features/sync/use-pending-reviews.ts";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { matches } from "#lib/text-match.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { applicantsOf, scheduledResults } from "#sync/queries/applications.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { platforms } from "#sync/schema/values.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { setLabel } from "../../labels.ts";
import { setFilters } from "../../search.ts";
import { AcceptAll } from "./bulk-sets.tsx";
import { ExportResults } from "./export-results.tsx";
import { resultsOf, setOf, takersOf } from "./figures.ts";
import { ResultsMatrix } from "./results-matrix.tsx";
import { SetReview } from "./set-review.tsx";
import { SurveyFigures } from "./survey-figures.tsx";
import { WeakSteps } from "./weak-steps.tsx";

const noTakers: readonly Application[] = [];
const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");

export function Results({ campaign }: { campaign: Campaign }) {
  const applicants = useQuery(applicantsOf(campaign.id));
  const brief = useQuery(briefById(campaign.id));
  if (applicants.state === "error" || brief.state === "error")
    return <ErrorState onRetry={() => window.location.reload()} />;
  if (applicants.state === "loading" || brief.state === "loading") return <SkeletonList />;
  const takers = takersOf(applicants.data);
  if (takers.length === 0)
    return (
      <SyncedEmptyState of={["applications"]} icon={ClipboardList} title={<Trans>No results yet</Trans>}>
        <Trans>Accepted testers appear here with the outcome of each task.</Trans>
      </SyncedEmptyState>
    );
  return <ResultList campaign={campaign} tasks={brief.data?.tasks ?? []} takers={takers} />;
}

interface ResultListProps {
  campaign: Campaign;
  tasks: readonly Task[];
  takers: readonly Application[];
}

function ResultList({ campaign, tasks, takers }: ResultListProps) {
  const { t } = useLingui();
  const { q = "", sets, build = "", on, set } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const filter = (change: { q?: string | undefined; sets?: typeof sets; build?: string | undefined; on?: typeof on }) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const open = (id: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, set: id }), replace: true, resetScroll: false });
  const releases = useQueryOr(releasesOf(campaign.app_id ?? ""), []);
  const scheduled = useQueryOr(scheduledResults(), new Map());
  const { decide, undo } = usePendingReviews();
  const found = takers.filter(
    (taker) =>
      matches(q, taker.card.name, ...taker.card.devices.map(({ name, os }) => `${name} ${os}`)) &&
      (!on || taker.card.devices.some(({ os }) => os === on)) &&
      (build === "" || tasks.some((task) => resultsOf(task, taker, build).length > 0)),
  );
  const shown = found.filter((taker) => !sets || setOf(taker) === sets);
  // Figures about 500 testers follow after the rows.
  const counted = useDeferredValue(shown, noTakers);
  const submitted = shown.filter(({ id, results_status }) => results_status === "submitted" && !scheduled.has(id));
  const chosen = takers.find(({ id }) => id === set);
  const pills = [
    { value: undefined, label: t`Everyone`, count: found.length },
    ...setFilters.map((value) => ({
      ...{ value, label: t(setLabel[value]), count: found.filter((taker) => setOf(taker) === value).length },
    })),
  ];
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          value={q}
          onChange={(next) => filter({ q: next === "" ? undefined : next })}
          label={t`Search testers`}
          placeholder={t`Name or device`}
          className="min-w-0 flex-1 sm:max-w-xs"
        />
        {releases.length > 0 && (
          <FilterSelect
            label={t`Build`}
            all={t`All builds`}
            value={build === "" ? undefined : build}
            options={releases.map(({ id, version }) => ({ value: id, label: version }))}
            onChange={(next) => filter({ build: next })}
          />
        )}
        <FilterSelect
          label={t`Platform`}
          all={t`All platforms`}
          value={on}
          options={platforms.filter((one) => one !== "all").map((value) => ({ value, label: t(platformLabel[value]) }))}
          onChange={(next) => filter({ on: next })}
        />
        <span className="ms-auto flex gap-2">
          {submitted.length > 1 && <AcceptAll sets={submitted} onAccept={decide} />}
          <ExportResults campaign={campaign} tasks={tasks} takers={shown} releases={releases} />
        </span>
      </div>
      <FilterPills label={t`Sets of results`} pills={pills} value={sets} onChange={(next) => filter({ sets: next })} />
      {shown.length === 0 ? (
        <NoMatch
          title={<Trans>No results match these filters</Trans>}
          onClear={() => filter({ q: undefined, sets: undefined, build: undefined, on: undefined })}
        />
      ) : (
        <ResultsMatrix tasks={tasks} takers={shown} build={build} scheduled={scheduled} onOpen={open} onUndo={undo} />
      )}
      <WeakSteps tasks={tasks} takers={counted} build={build} />
      <SurveyFigures tasks={tasks} takers={counted} build={build} />
      {chosen && (
        <SetReview
          key={chosen.id}
          {...{ campaign, tasks, taker: chosen, releases, pending: scheduled.has(chosen.id) }}
          onClose={() => open(undefined)}
          onDecide={async (decision, success) => {
            open(undefined);
            await decide([chosen], decision, success);
          }}
        />
      )}
    </div>
  );
}
