// The results of one task: who failed or was blocked at which step, and each tester's answers.
import { Trans, useLingui } from "@lingui/react/macro";
import { ClipboardList } from "lucide-react";
import { useQueryOr } from "#state/query.ts";
import { reportsToReview } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { BackLink } from "#ui/page-header.tsx";
import { taskKindLabel } from "../../labels.ts";
import { problemsOf, resultsOf } from "../../result-figures.ts";
import { AnswerTable } from "./answer-table.tsx";
import { ProblemList } from "./problem-list.tsx";
import { ResultFilters } from "./result-filters.tsx";
import { SurveyFigures } from "./survey-figures.tsx";
import { OutcomeCounts } from "./task-outcomes.tsx";
import type { ResultFilters as Filters } from "./use-result-filters.ts";

interface TaskResultsProps {
  campaign: Campaign;
  /** Undefined if it was removed. */
  task: Task | undefined;
  filters: Filters;
  releases: readonly Release[];
  onOpen: (id: string) => void;
}

export function TaskResults({ campaign, task, filters, releases, onOpen }: TaskResultsProps) {
  return (
    <div className="flex flex-col gap-6">
      <BackLink
        from="/developer/campaigns/$campaignId/"
        to="."
        search={(old) => ({ ...old, task: undefined, item: undefined })}
      >
        <Trans>All results</Trans>
      </BackLink>
      {task ? (
        <Found {...{ campaign, task, filters, releases, onOpen }} />
      ) : (
        <EmptyState icon={ClipboardList} title={<Trans>This task was removed</Trans>}>
          <Trans>Its results are in the sets of their testers.</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function Found({ campaign, task, filters, releases, onOpen }: TaskResultsProps & { task: Task }) {
  const { t } = useLingui();
  const { q, sets, on, shown, build, item, filter, clear } = filters;
  const reports = useQueryOr(reportsToReview(campaign.id), []);
  const byId = new Map(reports.map((report) => [report.id, report]));
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  const taken = shown.flatMap((taker) => resultsOf(task, taker, build).map((result) => ({ taker, result })));
  const problems = problemsOf(task, shown, build, item);
  return (
    <>
      <header className="flex flex-col gap-2">
        <h2 className="wrap-anywhere text-lg" dir="auto">
          {task.title}
        </h2>
        <p className="flex flex-wrap items-center gap-3 text-muted text-sm">
          {t(taskKindLabel[task.kind])}
          <OutcomeCounts task={task} takers={shown} build={build} />
        </p>
      </header>
      <ResultFilters
        filters={filters}
        releases={releases}
        more={
          task.steps.length > 0 && (
            <FilterSelect
              label={t`Step`}
              all={t`All steps`}
              value={item}
              options={task.steps.map((step, at) => ({ value: step.id, label: `${at + 1}. ${step.do}` }))}
              onChange={(next) => filter({ item: next })}
              className="max-w-60"
            />
          )
        }
      />
      {taken.length === 0 ? (
        q !== "" || sets || build !== "" || on ? (
          <NoMatch title={<Trans>No results match these filters</Trans>} onClear={clear} />
        ) : (
          <EmptyState icon={ClipboardList} title={<Trans>No results yet</Trans>}>
            <Trans>No tester has begun this task.</Trans>
          </EmptyState>
        )
      ) : (
        <>
          {(task.steps.length > 0 || problems.length > 0) && (
            <Section title={t`Failed and blocked steps`}>
              {problems.length === 0 ? (
                <p className="text-muted">
                  <Trans>None of these testers failed or was blocked.</Trans>
                </p>
              ) : (
                <ProblemList {...{ campaignId: campaign.id, problems, reports: byId, versions, onOpen }} />
              )}
            </Section>
          )}
          <SurveyFigures tasks={[task]} takers={shown} build={build} />
          <Section title={t`Answers by tester`}>
            <AnswerTable {...{ task, taken, versions, onOpen }} />
          </Section>
        </>
      )}
    </>
  );
}
