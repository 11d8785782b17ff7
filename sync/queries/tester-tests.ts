// A tester's tests: each application, its campaign and its progress. Computed from rows on the
// device, so that it is right offline.
import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from "rxjs";
import { keptRows } from "../catalog/kept-rows.ts";
import { type Query, query, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Campaign } from "../schema/campaigns.ts";
import type { Feedback } from "../schema/feedback.ts";
import type { Task } from "../schema/tasks.ts";
import { isRequired, isVisible, progressOf } from "../tasks/outcome.ts";
import { isUntouched } from "./feedback.ts";

export interface TesterTest {
  application: Application;
  /** Null until the campaign is pulled. */
  campaign: Campaign | null;
  /** 0–100, a quarter per step: `stepsDone`. */
  progress: number;
  /** True if required tasks earn the reward: reports alone do not complete the test. */
  byTasks: boolean;
  /** Null without tasks, or until they are pulled. */
  tasks: { done: number; tasks: number } | null;
  reports: { drafts: number; submitted: number; approved: number; sentBack: number };
}

const holds = ({ status }: Application) => status === "accepted" || status === "completed";

/** Progress of the reports: accepted 25, build downloaded 50, submitted 75, approved 100. */
export function testProgress(application: Application, statuses: readonly Feedback["status"][]): number {
  if (!holds(application)) return 0;
  if (statuses.includes("approved")) return 100;
  if (statuses.some((s) => s !== "draft")) return 75;
  return application.downloaded_at === null ? 25 : 50;
}

/** True if required tasks earn the reward. */
export const isByTasks = (campaign: Campaign | null, tasks: readonly Task[], application: Application): boolean =>
  campaign?.reward_model === "testing" &&
  tasks.some(
    (task) =>
      isRequired(task, application.accepted_at) && isVisible(task, tasks, application.results, application.release_id),
  );

/**
 * Returns how many of a test's four steps are done.
 * @param progress of the reports
 */
export function stepsDone(
  progress: number,
  byTasks: boolean,
  { results_status }: Pick<Application, "results_status">,
): number {
  const steps = Math.floor(progress / 25);
  if (!byTasks) return steps;
  if (results_status === "accepted") return 4;
  // An approved report earns the reward too, once the tasks are submitted.
  if (results_status === "submitted") return Math.max(3, steps);
  return Math.min(2, steps);
}

/**
 * True for an accepted test that has not ended, which "Active Tests" counts. @param today the
 * device's calendar day
 */
export const isActiveTest = ({ application, campaign }: TesterTest, today: string): boolean =>
  application.status === "accepted" && (!campaign || (campaign.status === "active" && campaign.end_date >= today));

/** Observes the campaigns of a tester's applications, from kept rows until they are pulled. */
function campaignsApplied(store: Store, testerId: string): Observable<Campaign[]> {
  return rowsOf(store, "applications", { selector: { tester_id: testerId } }).pipe(
    map((list) => list.map((a) => a.campaign_id).sort()),
    distinctUntilChanged((a, b) => a.join() === b.join()),
    switchMap((ids) =>
      rowsOf(store, "campaigns", { selector: { id: { $in: ids } } }).pipe(
        switchMap((own) => {
          const here = new Set(own.map(({ id }) => id));
          const missing = ids.filter((id) => !here.has(id));
          if (missing.length === 0) return of(own);
          return keptRows(store, "campaign", missing).pipe(
            map((kept) => [...own, ...kept.map(({ campaign }) => campaign)]),
          );
        }),
      ),
    ),
  );
}

/** All applications of a tester with their campaigns, newest first. */
export const testsOfTester = (testerId: string): Query<TesterTest[]> =>
  query(`testsOfTester|${testerId}`, (store) =>
    combineLatest([
      rowsOf(store, "applications", { selector: { tester_id: testerId } }),
      campaignsApplied(store, testerId),
      rowsOf(store, "feedback", { selector: { tester_id: testerId } }),
      rowsOf(store, "briefs", {}),
    ]).pipe(
      map(([applications, campaigns, feedback, briefs]) => {
        const tasksOf = new Map(briefs.map(({ id, tasks }) => [id, tasks]));
        const campaignOf = new Map(campaigns.map((c) => [c.id, c]));
        const statusesOf = new Map<string, Feedback["status"][]>();
        // Drafts without input are in no list.
        for (const f of feedback.filter((one) => !isUntouched(one))) {
          const known = statusesOf.get(f.campaign_id);
          if (known) known.push(f.status);
          else statusesOf.set(f.campaign_id, [f.status]);
        }
        return applications
          .sort((a, b) => b.applied_at.localeCompare(a.applied_at))
          .map((application) => {
            const statuses = statusesOf.get(application.campaign_id) ?? [];
            const count = (...wanted: Feedback["status"][]) => statuses.filter((s) => wanted.includes(s)).length;
            const tasks = tasksOf.get(application.campaign_id) ?? [];
            const campaign = campaignOf.get(application.campaign_id) ?? null;
            const byTasks = isByTasks(campaign, tasks, application);
            return {
              application,
              tasks: holds(application) && tasks.length > 0 ? progressOf(tasks, application) : null,
              campaign,
              byTasks,
              progress: 25 * stepsDone(testProgress(application, statuses), byTasks, application),
              reports: {
                drafts: count("draft"),
                submitted: count("submitted"),
                approved: count("approved"),
                sentBack: count("changes_requested"),
              },
            };
          });
      }),
    ),
  );
