import { Plural, Trans } from "@lingui/react/macro";
import { ListChecks } from "lucide-react";
import { useDeferredValue } from "react";
import type { Application } from "#sync/schema/applications.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import { likelyMatches } from "../../matching.ts";
import { KnownIssue } from "../../widgets/known-issues.tsx";

/** Known issues that match the typed summary. Never blocks typing. */
interface LikelyMatchesProps {
  typed: string;
  known: Brief["known_issues"];
  application: Application | null;
}

export function LikelyMatches({ typed, known, application }: LikelyMatchesProps) {
  const found = likelyMatches(useDeferredValue(typed), known);
  return (
    <div role="status">
      {found.length > 0 && (
        <div className="mt-2 rounded-lg bg-info-soft">
          <p className="flex items-start gap-2 px-4 pt-3 text-sm">
            <ListChecks aria-hidden className="size-5 shrink-0 text-info" />
            <span>
              <span className="block font-semibold">
                <Plural value={found.length} one="This may already be known" other="These may already be known" />
              </span>
              <Trans>
                If it is the same, choose “I see this too” instead: a second report of the same issue is not paid as a
                new one.
              </Trans>
            </span>
          </p>
          <div className="divide-y divide-line">
            {found.map((issue) => (
              <KnownIssue key={issue.id} issue={issue} application={application} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
