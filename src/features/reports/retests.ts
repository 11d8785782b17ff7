// The fixes that a tester should check, and the answers.
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import type { Release } from "#sync/schema/releases.ts";
import { type RetestTally, taskLimits } from "#sync/schema/tasks.ts";
import { endOf } from "../catalog/build-action.ts";

export type Retest = Application["retests"][string];

export interface Fix {
  reportId: string;
  title: string;
  releaseId: string;
}

/** The tester's answer about this build; an answer about an earlier one does not count. */
export function answerTo({ retests }: Pick<Application, "retests">, { reportId, releaseId }: Fix): Retest | null {
  const given = retests[reportId];
  return given?.release_id === releaseId ? given : null;
}

/** Whether the tester can try the build: it is still handed out, or the tester has it. */
export const canTry = (release: Release, { release_id }: Pick<Application, "release_id">, now: number): boolean =>
  release_id === release.id || endOf(release, now) === null;

type Issue = Pick<Brief["known_issues"][number], "id" | "title" | "fixed_release_id">;

const fixOf = (id: string, title: string, releaseId: string | null): Fix[] =>
  releaseId === null ? [] : [{ reportId: id, title, releaseId }];

/** Whether the tester said that they saw it, or sent a duplicate of it. */
export const hasSeen = (
  issue: Pick<Issue, "id">,
  { confirmed_issues }: Pick<Application, "confirmed_issues">,
  reports: readonly Pick<OwnReport, "duplicate_of">[],
): boolean => confirmed_issues.includes(issue.id) || reports.some(({ duplicate_of }) => duplicate_of === issue.id);

/** The fixes of the tester's own reports, and of known issues that the tester has seen. */
export function fixesToCheck(
  application: Pick<Application, "confirmed_issues">,
  reports: readonly Pick<OwnReport, "id" | "summary" | "status" | "fixed_release_id" | "duplicate_of">[],
  issues: readonly Issue[],
): Fix[] {
  const own = reports
    .filter(({ status }) => status === "approved")
    .flatMap((report) => fixOf(report.id, report.summary, report.fixed_release_id));
  const seen = issues
    .filter((issue) => hasSeen(issue, application, reports) && !own.some(({ reportId }) => reportId === issue.id))
    .flatMap((issue) => fixOf(issue.id, issue.title, issue.fixed_release_id));
  return [...own, ...seen];
}

/** Whether a known issue still asks testers who have not seen it. */
export const needsVolunteers = ({ fixed, still_there, unclear }: RetestTally): boolean =>
  fixed + still_there + unclear < taskLimits.volunteers;

/** What testers answered about a report in all builds, the newest first. */
export const answersTo = (
  reportId: string,
  applications: readonly Application[],
): { application: Application; retest: Retest }[] =>
  applications
    .flatMap((application) => {
      const retest = application.retests[reportId];
      return retest ? [{ application, retest }] : [];
    })
    .sort((a, b) => (a.retest.at < b.retest.at ? 1 : -1));
