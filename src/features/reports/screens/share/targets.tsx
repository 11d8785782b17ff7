// Possible targets: open reports, then a new report for each accepted test.
import { Trans, useLingui } from "@lingui/react/macro";
import { FlaskConical, PenLine, SearchX } from "lucide-react";
import { useState } from "react";
import { useToday } from "#features/common/campaign-rules.ts";
import { NoTestInProgress } from "#features/common/widgets/empty-campaigns.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { matches } from "#lib/text-match.ts";
import { useList } from "#state/list.ts";
import { usePerson } from "#state/session.ts";
import { isUntouched, type OwnReport, reportsOfTester } from "#sync/queries/feedback.ts";
import { isActiveTest, type TesterTest, testsOfTester } from "#sync/queries/tester-tests.ts";
import { Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";
import { useBeginReport } from "../../use-start-report.ts";
import { useAttachShared } from "./use-attach-shared.ts";
import type { SharedProps } from "./use-shared.ts";

type Target =
  | { kind: "report"; key: string; title: string; report: OwnReport }
  | { kind: "test"; key: string; title: string; test: TesterTest };

/** Shows the search from this number of targets. */
const SEARCH_FROM = 6;

export function Targets(props: SharedProps) {
  const { id } = usePerson();
  const reports = useList(reportsOfTester(id), ["feedback"]);
  const tests = useList(testsOfTester(id), ["applications", "campaigns"]);
  const today = useToday();
  const waits = reports.state === "ready" ? tests : reports;
  return (
    <Section title={<Trans>Which report does it belong to?</Trans>}>
      {waits.state !== "ready" && <ListStates list={waits} row="h-16" />}
      {waits.state === "ready" && <MissingRows of={["feedback", "applications", "campaigns"]} />}
      {reports.state === "ready" && tests.state === "ready" && (
        <Choices {...props} targets={targetsOf(reports.data, tests.data, today)} />
      )}
    </Section>
  );
}

function targetsOf(reports: readonly OwnReport[], tests: readonly TesterTest[], today: string): Target[] {
  const open = reports.filter(
    (r) => ["draft", "changes_requested"].includes(r.status) && !r.rejection && !isUntouched(r),
  );
  return [
    ...open.map((report): Target => ({ kind: "report", key: report.id, title: report.summary.trim(), report })),
    ...tests
      .filter((test) => isActiveTest(test, today) && (!test.campaign || test.campaign.start_date <= today))
      .map(
        (test): Target => ({ kind: "test", key: test.application.id, title: test.application.campaign_title, test }),
      ),
  ];
}

function Choices({ targets, shared, drop }: SharedProps & { targets: readonly Target[] }) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const begin = useBeginReport();
  const { busy, start } = useAttachShared({ shared, drop });
  if (targets.length === 0) {
    return (
      <NoTestInProgress>
        <Trans>What you shared stays here until you are accepted to a test.</Trans>
      </NoTestInProgress>
    );
  }
  const found = targets.filter((target) =>
    matches(q, target.title, target.kind === "report" ? target.report.campaign_title : ""),
  );
  const choose = (target: Target) =>
    start(
      target.kind === "report" ? Promise.resolve(target.report) : begin(target.test.application, target.test.campaign),
    );
  return (
    <>
      {targets.length >= SEARCH_FROM && (
        <SearchInput value={q} onChange={setQ} label={t`Search reports and tests`} className="max-w-md" />
      )}
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={<Trans>No reports match</Trans>}>
          <Trans>Try different words</Trans>
        </EmptyState>
      ) : (
        <VirtualList
          items={found}
          keyOf={({ key }) => key}
          label={t`Reports and tests`}
          estimate={76}
          render={(target) => <TargetRow target={target} disabled={busy} onChoose={() => void choose(target)} />}
        />
      )}
    </>
  );
}

function TargetRow({ target, disabled, onChoose }: { target: Target; disabled: boolean; onChoose: () => void }) {
  const { t } = useLingui();
  const campaign = target.kind === "report" ? target.report.campaign_title : "";
  const Icon = target.kind === "report" ? PenLine : FlaskConical;
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="flex w-full min-w-0 items-center gap-3 rounded-lg border border-line bg-raised p-4 text-start shadow-sm transition-colors duration-150 hover:border-line-strong disabled:opacity-60"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 break-words font-semibold">{target.title || t`Untitled report`}</span>
        <span className="block truncate text-muted text-sm">
          {target.kind === "test" ? (
            <Trans>Write a new report</Trans>
          ) : target.report.status === "draft" ? (
            <Trans>Draft on {campaign}</Trans>
          ) : (
            <Trans>Sent back to you: {campaign}</Trans>
          )}
        </span>
      </span>
    </button>
  );
}
