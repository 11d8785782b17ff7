import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { CheckCheck, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useCampaignSearch } from "#features/common/use-campaign-search.ts";
import { usePendingReviews } from "#features/sync/use-pending-reviews.ts";
import { useCan, useIsPersonal } from "#state/organization.ts";
import { usePerson } from "#state/session.ts";
import { type ReviewedReport, tagsOf } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { shortcutsAtom } from "#ui/shortcuts.ts";
import { useCompact } from "#ui/use-compact.ts";
import { useWide } from "#ui/use-wide.ts";
import { useBuildOptions } from "../../use-build-options.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { BulkReview } from "./bulk-review.tsx";
import { type Asking, DecisionDialogs } from "./decision-dialogs.tsx";
import { assigneesOf, filterReports, isFiltered, nextWaiting, noFilter, sortReports, startOf } from "./filter.ts";
import { Reader } from "./reader.tsx";
import { ReviewFilters } from "./review-filters.tsx";
import { ReviewList } from "./review-list.tsx";
import { groupById, groupedList, type SimilarGroup } from "./similar.ts";
import { TriageDialogs, type Triaging } from "./triage-dialogs.tsx";
import { useAssign } from "./use-assign.ts";
import { useReviewKeys } from "./use-review-keys.ts";
import { useSearchReady } from "./use-search-ready.ts";
import { useSimilarGroups } from "./use-similar-groups.ts";

interface ReviewBoardProps {
  campaign: Campaign;
  reports: readonly ReviewedReport[];
}

export function ReviewBoard({ campaign, reports }: ReviewBoardProps) {
  const [search, filter] = useCampaignSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const wide = useWide();
  const [compact, setCompact] = useCompact("review-list");
  const { decide, undo } = usePendingReviews();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const showHelp = useSetAtom(shortcutsAtom);
  const person = usePerson();
  const assign = useAssign();
  const [assigning, setAssigning] = useState<readonly Feedback[] | null>(null);
  const [triaging, setTriaging] = useState<Triaging | null>(null);
  const shared = !useIsPersonal(campaign.org_id);
  const reviews = useCan("review", campaign.org_id);
  const assigns = shared && reviews;
  // Sort before the search applies, so that a keystroke only filters.
  const order = search.sort ?? "due";
  const all = useMemo(() => sortReports([...reports], order), [reports, order]);
  const groups = useSimilarGroups(reports);
  const groupOf = useMemo(() => groupById(groups), [groups]);
  const assignees = useMemo(() => assigneesOf(reports), [reports]);
  const tags = useMemo(() => tagsOf(reports), [reports]);
  const builds = useBuildOptions(campaign, reports);
  useSearchReady(reports);

  const found = filterReports(all, search, person.id);
  const named = search.report ? reports.find((r) => r.id === search.report) : undefined;
  // Keep the initial value: after the last decision the screen says "All reports are answered".
  const [start] = useState(() => startOf(reports));
  const status = search.status ?? (named && named.status !== "submitted" ? "all" : start);
  const listed = found.filter((r) => status === "all" || r.status === status);
  const { reports: shown, ...similar } = groupedList(listed, order === "similar" ? groups : []);
  // On a desktop the reader shows only listed reports, to prevent decisions about hidden ones.
  const open = wide ? (shown.find((r) => r.id === named?.id) ?? shown[0]) : named;
  // On a phone the reader is a history entry, so that Back returns to the list.
  const show = (id: string | undefined) =>
    void navigate({
      // Reset the filters when they hide the report, for example the original of a duplicate.
      search: (old) => ({ ...old, ...(shown.some((r) => r.id === id) || !id ? {} : noFilter), report: id }),
      replace: wide,
      resetScroll: !wide,
    });
  const answerable = (r: Feedback) => reviews && canMove("feedback", r.status, "approved", "developer");
  const chosen = shown.filter((r) => picked.has(r.id) && answerable(r));

  const step = (by: 1 | -1) => {
    const at = shown.findIndex((r) => r.id === open?.id);
    const to = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    if (to) show(to.id);
  };
  const pick = (id: string) =>
    setPicked((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set(old).add(id)));
  // Decisions apply to the selection, else to the open report. A phone's reader hides the
  // selection.
  const answersChosen = chosen.length > 0 && (wide || !open);
  const ask = (kind: Asking["kind"]) => {
    if (answersChosen) setAsking({ kind, reports: chosen });
    else if (open && answerable(open)) setAsking({ kind, reports: [open] });
  };
  const triage = (kind: Triaging["kind"]) => {
    if (answersChosen) setTriaging({ kind, reports: chosen });
    else if (open) setTriaging({ kind, reports: [open] });
  };
  const answered: React.ComponentProps<typeof DecisionDialogs>["onDecide"] = (about, decision, success) => {
    setAsking(null);
    setPicked(new Set());
    void decide(about, decision, success);
    const next = open && nextWaiting(shown, open.id, new Set(about.map((r) => r.id)));
    void navigate({ search: (old) => ({ ...old, report: next?.id }), replace: true, resetScroll: !wide });
  };
  const openIf = (act: (report: Feedback) => void) => () => {
    if (open) act(open);
  };
  useReviewKeys({
    step,
    read: () => (wide ? document.getElementById("report-heading")?.focus() : open && show(open.id)),
    ask,
    assignToMe: assigns ? openIf((one) => one.assignee_id !== person.id && void assign([one], person)) : null,
    choose: openIf((one) => answerable(one) && pick(one.id)),
    triage: reviews ? triage : null,
    undo,
  });

  const merge = reviews ? (group: SimilarGroup) => setAsking({ kind: "merge", reports: group }) : null;

  const reader = open && (
    <Reader
      key={open.id}
      campaign={campaign}
      report={open}
      reports={reports}
      onAsk={answersChosen ? null : ask}
      onUndo={() => undo(open.id)}
      assign={
        shared
          ? { onAssignToMe: assigns ? () => void assign([open], person) : null, onChoose: () => setAssigning([open]) }
          : null
      }
      onTriage={triage}
      similar={groupOf.get(open.id)}
      onMerge={merge}
      onShow={show}
      {...(wide ? {} : { onBack: () => show(undefined) })}
    />
  );
  const dialogs = (
    <>
      <DecisionDialogs
        asking={asking}
        campaign={campaign}
        all={reports}
        onClose={() => setAsking(null)}
        onDecide={answered}
      />
      <TriageDialogs triaging={triaging} onClose={() => setTriaging(null)} />
      {assigning && (
        <AssignDialog
          orgId={campaign.org_id}
          reports={assigning}
          known={assignees}
          onClose={() => setAssigning(null)}
          onAssign={(to) => {
            setAssigning(null);
            setPicked(new Set());
            void assign(assigning, to);
          }}
        />
      )}
    </>
  );
  if (!wide && named) {
    return (
      <>
        {reader}
        {dialogs}
      </>
    );
  }
  return (
    <div className="flex flex-col gap-1 lg:gap-2">
      <ReviewFilters
        orgId={campaign.org_id}
        found={found}
        search={search}
        status={status}
        onFilter={filter}
        assignees={shared ? assignees.filter(({ id }) => id !== person.id) : null}
        tags={tags}
        builds={builds}
        onHelp={() => showHelp(true)}
        compact={compact}
        onCompact={setCompact}
      />
      {shown.length === 0 ? (
        <NothingMatches done={status === "submitted" && !isFiltered(search)} onClear={() => filter(noFilter)} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] xl:max-[90rem]:gap-4">
          <div className="flex min-w-0 flex-col gap-1 lg:sticky lg:top-18 lg:gap-0 lg:overflow-hidden lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:shadow-sm">
            <BulkReview
              answerable={shown.filter(answerable)}
              chosen={chosen}
              onChoose={(ids) => setPicked(new Set(ids))}
              onAsk={ask}
              onAssign={assigns ? () => setAssigning(chosen) : null}
              onTriage={triage}
            />
            <ReviewList
              reports={shown}
              wide={wide}
              compact={compact}
              openId={open?.id}
              assignees={shared}
              similar={similar}
              groupOf={order === "similar" ? null : groupOf}
              onMerge={merge}
              picked={reviews ? picked : null}
              onPick={pick}
              onOpen={show}
            />
          </div>
          {wide && reader}
        </div>
      )}
      {dialogs}
    </div>
  );
}

function NothingMatches({ done, onClear }: { done: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={done ? CheckCheck : SearchX}
      title={done ? <Trans>All reports are answered</Trans> : <Trans>No reports found</Trans>}
      action={
        <Button onClick={onClear}>{done ? <Trans>Show all reports</Trans> : <Trans>Clear filters</Trans>}</Button>
      }
    >
      {done ? (
        <Trans>New ones appear here as soon as testers send them.</Trans>
      ) : (
        <Trans>No reports match your search and filters.</Trans>
      )}
    </EmptyState>
  );
}
