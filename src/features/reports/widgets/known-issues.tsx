import { Plural, Trans } from "@lingui/react/macro";
import { Check, ChevronDown, Eye, ListChecks } from "lucide-react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useQueryOr } from "#state/query.ts";
import { issueConfirm } from "#sync/mutations/applications.ts";
import { releaseById } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { useNow } from "#ui/use-now.ts";
import { answerTo, canTry, hasSeen, needsVolunteers } from "../retests.ts";
import { useMayRetest } from "../use-may-retest.ts";
import { RetestPrompt } from "./retest-prompt.tsx";
import { RetestTally } from "./retest-tally.tsx";

type Issue = Brief["known_issues"][number];

const openFirst = (issues: readonly Issue[]): Issue[] =>
  [...issues].sort((a, b) => Number(a.fixed_in !== "") - Number(b.fixed_in !== ""));

/** Issues that the developer already knows, to prevent duplicates. */
export function KnownIssues({ issues, application }: { issues: readonly Issue[]; application: Application | null }) {
  if (issues.length === 0) return null;
  return (
    <section className="flex flex-col rounded-lg border border-line bg-raised shadow-sm">
      <h2 className="flex items-center gap-2 px-4 pt-4 pb-2 text-base">
        <ListChecks aria-hidden className="size-5 text-muted" />
        <Trans>Known issues</Trans>
      </h2>
      <ul className="divide-y divide-line">
        {openFirst(issues).map((issue) => (
          <li key={issue.id}>
            <KnownIssue issue={issue} application={application} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface IssueProps {
  issue: Issue;
  application: Application | null;
}

export function KnownIssue({ issue, application }: IssueProps) {
  const seen = application?.confirmed_issues.includes(issue.id) ?? false;
  const fixedIn = issue.fixed_in;
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-3 px-4 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 font-medium">{issue.title}</span>
        {issue.fixed_in !== "" && (
          <Badge tone="positive">
            <Trans>Fixed in {fixedIn}</Trans>
          </Badge>
        )}
        {seen && <Check aria-hidden className="size-5 shrink-0 text-positive group-open:hidden" />}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-1 px-4 pb-3 text-muted text-sm">
        <p className="whitespace-pre-wrap break-words">{issue.summary}</p>
        {issue.reproductions > 0 && (
          <p>
            <Plural value={issue.reproductions} one="Seen by # other tester" other="Seen by # other testers" />
          </p>
        )}
        {application?.accepted_at && <SeenToo issue={issue} application={application} seen={seen} />}
        {issue.fixed_release_id !== null && (
          <KnownFix issue={issue} application={application} releaseId={issue.fixed_release_id} />
        )}
      </div>
    </details>
  );
}

/** The tally of a fix, and its question. It stops asking after enough volunteers. */
function KnownFix({ issue, application, releaseId }: IssueProps & { releaseId: string }) {
  const { id, title, fixed_in: fixedIn } = issue;
  const may = useMayRetest(application);
  const release = useQueryOr(releaseById(releaseId), null);
  const now = useNow();
  const fix = { reportId: id, title, releaseId };
  const asked =
    application !== null &&
    (hasSeen(issue, application, []) || answerTo(application, fix) !== null || needsVolunteers(issue.retests));
  return (
    <>
      <p>
        <RetestTally tally={issue.retests} />
      </p>
      {may && release === null && (
        <p>
          <Trans>You can check it as soon as this test hands out {fixedIn}.</Trans>
        </p>
      )}
      {may && asked && release && canTry(release, application, now) && (
        <RetestPrompt application={application} fix={fix} version={release.version} />
      )}
      {may && !asked && (
        <p>
          <Trans>Enough testers have checked this fix.</Trans>
        </p>
      )}
    </>
  );
}

/** Toggles "I saw this too". Works offline. */
function SeenToo({ issue, application, seen }: { issue: Issue; application: Application; seen: boolean }) {
  const confirm = useMutationToast(issueConfirm);
  return (
    <>
      <Button
        size="sm"
        icon={seen ? Check : Eye}
        aria-pressed={seen}
        onClick={() => void confirm(application.id, issue.id, !seen)}
        className="mt-1 w-fit"
      >
        <Trans>I see this too</Trans>
      </Button>
      {seen && (
        <p role="status">
          <Trans>The developer sees that it affects you too. Write a report only about what is not covered here.</Trans>
        </p>
      )}
    </>
  );
}
