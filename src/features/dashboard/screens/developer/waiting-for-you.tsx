import { Plural } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Clock, Inbox, type LucideIcon, TriangleAlert, UserPlus } from "lucide-react";
import { applicantsWaiting } from "../../../../../sync/queries/applications.ts";
import { submittedReports } from "../../../../../sync/queries/feedback.ts";
import { versionsOf } from "../../../../../sync/queries/releases.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useCan, useOrganization } from "../../../../state/organization.ts";
import { type QueryState, useQuery } from "../../../../state/query.ts";
import { useNow } from "../../../../ui/use-now.ts";
import { shownStatus, spotsRemaining, useToday } from "../../../campaigns/rules.ts";
import { rowClass } from "../../../reports/widgets/report-link.tsx";
import { TaskLine, TaskList } from "../../widgets/task-list.tsx";
import { type Waiting, whatWaits } from "./what-waits.ts";

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

/** With the version of the build that it is about; null: none is named, or it is not here. */
type Line = Waiting & { version: string | null };

/** Whole: what comes later would push away everything that stands below. */
export function useWhatWaits(campaigns: readonly Campaign[]): QueryState<Line[]> {
  const { org_id: orgId } = useOrganization();
  const now = useNow();
  const today = useToday();
  const [reviews, manages] = [useCan("review"), useCan("manage")];
  const reports = useQuery(submittedReports(orgId));
  const applicants = useQuery(applicantsWaiting(orgId));
  const open = campaigns.filter((c) => shownStatus(c, today) === "active" && spotsRemaining(c) > 0);
  const lines = whatWaits(
    reviews && reports.state === "ready" ? reports.data : [],
    manages && applicants.state === "ready" ? applicants.data.byCampaign : new Map(),
    open,
    now,
  );
  const versions = useQuery(versionsOf(lines.flatMap(({ releaseId }) => releaseId ?? [])));
  if (reports.state !== "ready") return reports;
  if (applicants.state !== "ready") return applicants;
  if (versions.state !== "ready") return versions;
  return {
    state: "ready",
    data: lines.map((line) => ({ ...line, version: versions.data.get(line.releaseId ?? "") ?? null })),
  };
}

export const WaitingForYou = ({ lines }: { lines: readonly Line[] }) => (
  <TaskList lines={lines} keyOf={(line) => `${line.kind}${line.campaignId}${line.releaseId}`}>
    {(line) => (
      <Link
        to="/developer/campaigns/$campaignId"
        params={{ campaignId: line.campaignId }}
        search={searches[line.kind]}
        className={rowClass}
      >
        <TaskLine
          icon={icons[line.kind]}
          urgent={line.kind === "due_today" || line.kind === "critical"}
          about={line.campaignTitle}
        >
          <Sentence line={line} />
        </TaskLine>
      </Link>
    )}
  </TaskList>
);

function Sentence({ line: { kind, count, version } }: { line: Line }) {
  switch (kind) {
    case "due_today":
      return <Plural value={count} one="# report approves itself today" other="# reports approve themselves today" />;
    case "due_tomorrow":
      return (
        <Plural value={count} one="# report approves itself tomorrow" other="# reports approve themselves tomorrow" />
      );
    case "critical":
      return <Critical count={count} version={version} />;
    case "applicants":
      return <Plural value={count} one="# applicant waits" other="# applicants wait" />;
    case "reports":
      return <Plural value={count} one="# report to review" other="# reports to review" />;
  }
}

function Critical({ count, version }: { count: number; version: string | null }) {
  return version === null ? (
    <Plural value={count} one="# critical bug to review" other="# critical bugs to review" />
  ) : (
    <Plural
      value={count}
      one={`Build ${version} has # critical bug to review`}
      other={`Build ${version} has # critical bugs to review`}
    />
  );
}
