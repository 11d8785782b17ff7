import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Clock, Inbox, type LucideIcon, TriangleAlert, UserPlus } from "lucide-react";
import { useState } from "react";
import { applicantsWaiting } from "../../../../../sync/queries/applications.ts";
import { submittedReports } from "../../../../../sync/queries/feedback.ts";
import { releaseById } from "../../../../../sync/queries/releases.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useCan, useOrganization } from "../../../../state/organization.ts";
import { type QueryState, useQuery, useQueryOr } from "../../../../state/query.ts";
import { Button } from "../../../../ui/button.tsx";
import { Section } from "../../../../ui/card.tsx";
import { cx } from "../../../../ui/cx.ts";
import { useNow } from "../../../../ui/use-now.ts";
import { shownStatus, spotsRemaining, useToday } from "../../../campaigns/rules.ts";
import { type Waiting, whatWaits } from "./what-waits.ts";

const SHOWN = 4;

const icons: { readonly [K in Waiting["kind"]]: LucideIcon } = {
  due_today: Clock,
  critical: TriangleAlert,
  due_tomorrow: Clock,
  applicants: UserPlus,
  reports: Inbox,
};
const searches = {
  due_today: { tab: "feedback", sort: "due" },
  critical: { tab: "feedback", type: "bug", severity: "critical" },
  due_tomorrow: { tab: "feedback", sort: "due" },
  applicants: { tab: "applicants" },
  reports: { tab: "feedback" },
} as const;

export function useWhatWaits(campaigns: readonly Campaign[]): QueryState<Waiting[]> {
  const { org_id: orgId } = useOrganization();
  const now = useNow();
  const today = useToday();
  const [reviews, manages] = [useCan("review"), useCan("manage")];
  const reports = useQuery(submittedReports(orgId));
  const applicants = useQuery(applicantsWaiting(orgId));
  if (reports.state !== "ready") return reports;
  if (applicants.state !== "ready") return applicants;
  const open = campaigns.filter((c) => shownStatus(c, today) === "active" && spotsRemaining(c) > 0);
  return {
    state: "ready",
    data: whatWaits(reviews ? reports.data : [], manages ? applicants.data.byCampaign : new Map(), open, now),
  };
}

/** What to do next, most urgent first; nothing, when nothing waits. */
export function WaitingForYou({ lines }: { lines: readonly Waiting[] }) {
  const { t } = useLingui();
  const [whole, setWhole] = useState(false);
  if (lines.length === 0) return null;
  const { length } = lines;
  return (
    <Section title={<Trans>Waiting for you</Trans>}>
      <ul
        aria-label={t`Waiting for you`}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm"
      >
        {lines.slice(0, whole ? undefined : SHOWN).map((line) => (
          <li key={`${line.kind}${line.campaignId}${line.releaseId}`}>
            <Line line={line} />
          </li>
        ))}
      </ul>
      {length > SHOWN && !whole && (
        <Button size="sm" variant="ghost" className="w-fit" onClick={() => setWhole(true)}>
          <Trans>Show all {length}</Trans>
        </Button>
      )}
    </Section>
  );
}

function Line({ line }: { line: Waiting }) {
  const Icon = icons[line.kind];
  const soon = line.kind === "due_today" || line.kind === "critical";
  return (
    <Link
      to="/developer/campaigns/$campaignId"
      params={{ campaignId: line.campaignId }}
      search={searches[line.kind]}
      className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className={cx(
          "grid size-9 shrink-0 place-items-center rounded-full",
          soon ? "bg-caution-soft text-caution" : "bg-accent-soft text-accent",
        )}
      >
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          <Sentence line={line} />
        </span>
        <span className="block truncate text-muted text-sm">{line.campaignTitle}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  );
}

function Sentence({ line: { kind, count, releaseId } }: { line: Waiting }) {
  switch (kind) {
    case "due_today":
      return <Plural value={count} one="# report approves itself today" other="# reports approve themselves today" />;
    case "due_tomorrow":
      return (
        <Plural value={count} one="# report approves itself tomorrow" other="# reports approve themselves tomorrow" />
      );
    case "critical":
      return <Critical count={count} releaseId={releaseId} />;
    case "applicants":
      return <Plural value={count} one="# applicant waits" other="# applicants wait" />;
    case "reports":
      return <Plural value={count} one="# report to review" other="# reports to review" />;
  }
}

function Critical({ count, releaseId }: { count: number; releaseId: string | null }) {
  const version = useQueryOr(releaseById(releaseId ?? ""), null)?.version;
  return version === undefined ? (
    <Plural value={count} one="# critical bug to review" other="# critical bugs to review" />
  ) : (
    <Plural
      value={count}
      one={`Build ${version} has # critical bug to review`}
      other={`Build ${version} has # critical bugs to review`}
    />
  );
}
