import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ClipboardCheck, Clock, Inbox, type LucideIcon, TriangleAlert, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { shownStatus, spotsRemaining, useToday } from "#features/common/campaign-rules.ts";
import { rowClass } from "#features/common/widgets/report-link.tsx";
import { compareNames } from "#i18n/compare-names.ts";
import { useCan, useOrganization } from "#state/organization.ts";
import { type QueryState, useQuery } from "#state/query.ts";
import { applicantsWaiting, submittedSets } from "#sync/queries/applications.ts";
import { submittedReports } from "#sync/queries/feedback.ts";
import { versionsOf } from "#sync/queries/releases.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { cx } from "#ui/cx.ts";
import { Count } from "#ui/formatted-values.tsx";
import { useNow } from "#ui/use-now.ts";
import { TaskChevron, TaskLine, TaskList } from "../../widgets/task-list.tsx";
import { developerTasks, type Waiting, type WaitingPart } from "./developer-tasks.ts";

const icons: { readonly [K in Waiting["kind"]]: LucideIcon } = {
  due_today: Clock,
  sets_due_today: Clock,
  critical: TriangleAlert,
  due_tomorrow: Clock,
  sets_due_tomorrow: Clock,
  applicants: UserPlus,
  reports: Inbox,
  sets: ClipboardCheck,
};
const sets = { tab: "results", sets: "submitted" } as const;
const searches = {
  due_today: { tab: "feedback", sort: "due" },
  sets_due_today: sets,
  critical: { tab: "feedback", type: "bug", severity: "critical" },
  due_tomorrow: { tab: "feedback", sort: "due" },
  sets_due_tomorrow: sets,
  applicants: { tab: "applicants" },
  reports: { tab: "feedback" },
  sets,
} as const;

const urgentKinds: readonly Waiting["kind"][] = ["due_today", "sets_due_today", "critical"];

type Versions = ReadonlyMap<string, string>;
interface Shown {
  lines: readonly Waiting[];
  /** Versions of the builds in the tasks, as far as they are on this device. */
  versions: Versions;
}

/** Null until all queries are ready, to avoid layout shifts. */
export function usePendingTasks(campaigns: readonly Campaign[]): QueryState<Shown> {
  const { org_id: orgId } = useOrganization();
  const now = useNow();
  const today = useToday();
  const [reviews, manages] = [useCan("review"), useCan("manage")];
  const reports = useQuery(submittedReports(orgId));
  const results = useQuery(submittedSets(orgId));
  const applicants = useQuery(applicantsWaiting(orgId));
  const open = campaigns.filter((c) => shownStatus(c, today) === "active" && spotsRemaining(c) > 0);
  const lines = developerTasks(
    reviews && reports.state === "ready" ? reports.data : [],
    reviews && results.state === "ready" ? results.data : [],
    manages && applicants.state === "ready" ? applicants.data.byCampaign : new Map(),
    open,
    now,
  );
  const versions = useQuery(
    versionsOf(lines.flatMap(({ parts }) => parts.flatMap(({ releaseId }) => releaseId ?? []))),
  );
  if (reports.state !== "ready") return reports;
  if (results.state !== "ready") return results;
  if (applicants.state !== "ready") return applicants;
  if (versions.state !== "ready") return versions;
  return { state: "ready", data: { lines, versions: versions.data } };
}

export const WaitingForYou = ({ lines, versions }: Shown) => (
  <TaskList lines={lines} keyOf={({ kind }) => kind}>
    {(line) => {
      const [only, ...others] = line.parts;
      if (only && others.length === 0) {
        return (
          <PartLink kind={line.kind} part={only}>
            <Task line={line} versions={versions} about={only.campaignTitle} />
            <TaskChevron />
          </PartLink>
        );
      }
      return <Parts line={line} versions={versions} />;
    }}
  </TaskList>
);

/** Tasks in several campaigns: expands to one link each. */
function Parts({ line, versions }: { line: Waiting; versions: Versions }) {
  return (
    <details className="group">
      <summary data-opens className={cx(rowClass, "list-none [&::-webkit-details-marker]:hidden")}>
        <Task line={line} versions={versions} about={line.parts.map((part) => part.campaignTitle).join(" · ")} />
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <ul className="divide-y divide-line border-line border-t bg-sunken">
        {line.parts.map((part) => (
          <li key={`${part.campaignId}${part.releaseId}`}>
            <PartLink kind={line.kind} part={part}>
              <Where part={part} version={versions.get(part.releaseId ?? "")} />
              <TaskChevron />
            </PartLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Where({ part: { campaignTitle, count }, version }: { part: WaitingPart; version: string | undefined }) {
  return (
    <>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {campaignTitle}
        {version !== undefined && (
          <>
            {" · "}
            <Trans>Version {version}</Trans>
          </>
        )}
      </span>
      <span className="font-semibold tabular-nums">
        <Count value={count} />
      </span>
    </>
  );
}

const PartLink = ({ kind, part, children }: { kind: Waiting["kind"]; part: WaitingPart; children: ReactNode }) => (
  <Link
    to="/developer/campaigns/$campaignId"
    params={{ campaignId: part.campaignId }}
    search={{ ...searches[kind], ...(part.releaseId !== null && { build: part.releaseId }) }}
    className={rowClass}
  >
    {children}
  </Link>
);

function Task({ line, versions, about }: { line: Waiting; versions: Versions; about: string }) {
  const builds = [...new Set(line.parts.map(({ releaseId }) => releaseId))].map((id) => versions.get(id ?? ""));
  return (
    <TaskLine icon={icons[line.kind]} urgent={urgentKinds.includes(line.kind)} about={about}>
      <Sentence line={line} builds={builds} />
    </TaskLine>
  );
}

interface SentenceProps {
  line: Waiting;
  /** Builds of the parts; undefined for parts without one. */
  builds: readonly (string | undefined)[];
}

function Sentence({ line: { kind, count }, builds }: SentenceProps) {
  const { t } = useLingui();
  if (kind === "critical") return <Critical count={count} builds={builds} />;
  const sentences: { readonly [K in Exclude<Waiting["kind"], "critical">]: string } = {
    due_today: t`${plural(count, { one: "# report is approved automatically today", other: "# reports are approved automatically today" })}`,
    due_tomorrow: t`${plural(count, { one: "# report is approved automatically tomorrow", other: "# reports are approved automatically tomorrow" })}`,
    sets_due_today: t`${plural(count, { one: "# set of results is accepted automatically today", other: "# sets of results are accepted automatically today" })}`,
    sets_due_tomorrow: t`${plural(count, { one: "# set of results is accepted automatically tomorrow", other: "# sets of results are accepted automatically tomorrow" })}`,
    applicants: t`${plural(count, { one: "# applicant waiting", other: "# applicants waiting" })}`,
    reports: t`${plural(count, { one: "# report to review", other: "# reports to review" })}`,
    sets: t`${plural(count, { one: "# set of results to review", other: "# sets of results to review" })}`,
  };
  return sentences[kind];
}

/** More names would not fit on a line. */
const MOST_BUILDS = 3;

function Critical({ count, builds }: Pick<SentenceProps, "builds"> & { count: number }) {
  const { i18n } = useLingui();
  const named = builds.filter((version) => version !== undefined);
  // Two apps may have builds with the same name.
  if (new Set(named).size < builds.length || named.length > MOST_BUILDS)
    return <Plural value={count} one="# critical bug to review" other="# critical bugs to review" />;
  const versions = new Intl.ListFormat(i18n.locale).format(named.toSorted(compareNames));
  if (named.length > 1)
    return (
      <Trans>
        Builds {versions} have {count} critical bugs to review
      </Trans>
    );
  return (
    <Plural
      value={count}
      one={`Build ${versions} has # critical bug to review`}
      other={`Build ${versions} has # critical bugs to review`}
    />
  );
}
