// Feedback review (S18): a list beside a reader; on a phone the list, then the reader. Works
// without a network:
// everything is read from and written to this device.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { CheckCheck, Inbox, SearchX } from "lucide-react";
import { useState } from "react";
import { type ReviewedReport, reportsToReview } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { canMove } from "../../../../../sync/schema/transitions.ts";
import { useCan, useIsPersonal } from "../../../../state/organization.ts";
import { useQuery } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { useStatus } from "../../../../state/status.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { shortcutsAtom, useShortcuts } from "../../../../ui/shortcuts.ts";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { useWide } from "../../../../ui/use-wide.ts";
import { useSeen } from "../../../notifications/use-seen.ts";
import type { ReviewFilter } from "../../search.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { BulkReview } from "./bulk-review.tsx";
import { type Asking, DecisionDialogs } from "./decision-dialogs.tsx";
import { assigneesOf, filterReports, isFiltered, nextWaiting, noFilter, sortReports, startOf } from "./filter.ts";
import { Reader } from "./reader.tsx";
import { ReviewFilters } from "./review-filters.tsx";
import { ReviewList } from "./review-list.tsx";
import { useAssign } from "./use-assign.ts";
import { useCompact } from "./use-compact.ts";
import { usePendingReviews } from "./use-pending-reviews.ts";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");

export function Review({ campaign }: { campaign: Campaign }) {
  const read = useQuery(reportsToReview(campaign.id));
  const { firstSyncDone } = useStatus();
  // The list names them all.
  const { assignee } = route.useSearch();
  useSeen(
    ({ kind, data }) =>
      data.campaign_id === campaign.id &&
      (kind === "feedback_received" || kind === "reminder_review" || (kind === "report_assigned" && assignee === "me")),
  );
  if (read.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (read.state === "loading" || (read.data.length === 0 && !firstSyncDone)) return <SkeletonList />;
  if (read.data.length === 0) {
    return (
      <EmptyState icon={Inbox} title={<Trans>No feedback yet</Trans>}>
        <Trans>Reports from your testers appear here as soon as they send them.</Trans>
      </EmptyState>
    );
  }
  return <ReviewBoard campaign={campaign} reports={read.data} />;
}

interface ReviewBoardProps {
  campaign: Campaign;
  reports: readonly ReviewedReport[];
}

function ReviewBoard({ campaign, reports }: ReviewBoardProps) {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const wide = useWide();
  const [compact, setCompact] = useCompact();
  const { decide, undo } = usePendingReviews();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const showHelp = useSetAtom(shortcutsAtom);
  const person = usePerson();
  const assign = useAssign();
  const [assigning, setAssigning] = useState<readonly Feedback[] | null>(null);
  const shared = !useIsPersonal(campaign.org_id);
  const reviews = useCan("review", campaign.org_id);
  const assigns = shared && reviews;
  const assignees = assigneesOf(reports);

  const found = filterReports(reports, search, person.id);
  const named = search.report ? reports.find((r) => r.id === search.report) : undefined;
  // As it was when the page was opened: the last answer leaves "All reports are answered".
  const [start] = useState(() => startOf(reports));
  const status = search.status ?? (named && named.status !== "submitted" ? "all" : start);
  const shown = sortReports(
    found.filter((r) => status === "all" || r.status === status),
    search.sort ?? "due",
  );
  // Beside a list the reader shows only what the list shows: an answer must not go to a report that
  // a search left out.
  const open = wide ? (shown.find((r) => r.id === named?.id) ?? shown[0]) : named;
  const filter = (change: ReviewFilter) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  // On a phone the reader is a page of its own: Back returns to the list.
  const show = (id: string | undefined) =>
    void navigate({
      // A report that the filters leave out (the other one of a duplicate) is shown in the whole
      // list.
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
  // What is chosen, or else what is open. On a phone the reader stands alone, without the list.
  const answersChosen = chosen.length > 0 && (wide || !open);
  const ask = (kind: Asking["kind"]) => {
    if (answersChosen) setAsking({ kind, reports: chosen });
    else if (open && answerable(open)) setAsking({ kind, reports: [open] });
  };
  const answered: React.ComponentProps<typeof DecisionDialogs>["onDecide"] = (about, decision, said) => {
    setAsking(null);
    setPicked(new Set());
    void decide(about, decision, said);
    const next = open && nextWaiting(shown, open.id, new Set(about.map((r) => r.id)));
    void navigate({ search: (old) => ({ ...old, report: next?.id }), replace: true, resetScroll: !wide });
  };
  useShortcuts([
    { keys: "j", label: t`Next report`, run: () => step(1) },
    { keys: "k", label: t`Previous report`, run: () => step(-1) },
    {
      keys: "Enter",
      label: t`Read the report`,
      run: () => (wide ? document.getElementById("report-heading")?.focus() : open && show(open.id)),
    },
    { keys: "a", label: t`Approve`, run: () => ask("approve") },
    { keys: "c", label: t`Request changes`, run: () => ask("changes") },
    { keys: "r", label: t`Reject`, run: () => ask("reject") },
    { keys: "d", label: t`Mark as duplicate`, run: () => ask("duplicate") },
    ...(assigns
      ? [
          {
            keys: "i",
            label: t`Assign to me`,
            run: () => {
              if (open && open.assignee_id !== person.id) void assign([open], person);
            },
          },
        ]
      : []),
    {
      keys: "x",
      label: t`Choose the report`,
      run: () => {
        if (open && reviews && answerable(open)) pick(open.id);
      },
    },
    { keys: "u", label: t`Undo the last answer`, run: () => undo() },
    // In the dialogs, which hear it themselves.
    { keys: "Mod+Enter", label: t`Send the answer`, run: () => undefined },
  ]);

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
    <div className="flex flex-col gap-4 lg:gap-2">
      <ReviewFilters
        found={found}
        search={search}
        status={status}
        onFilter={filter}
        assignees={shared ? assignees.filter(({ id }) => id !== person.id) : null}
        onHelp={() => showHelp(true)}
        compact={compact}
        onCompact={setCompact}
      />
      {shown.length === 0 ? (
        <NothingMatches done={status === "submitted" && !isFiltered(search)} onClear={() => filter(noFilter)} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-18 lg:gap-0 lg:overflow-hidden lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:shadow-sm">
            <BulkReview
              answerable={shown.filter(answerable)}
              chosen={chosen}
              onChoose={(ids) => setPicked(new Set(ids))}
              onAsk={ask}
              onAssign={assigns ? () => setAssigning(chosen) : null}
            />
            <ReviewList
              reports={shown}
              wide={wide}
              compact={compact && wide}
              openId={open?.id}
              assignees={shared}
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

/** Nothing to show: because everything is answered, or because nothing matches. */
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
