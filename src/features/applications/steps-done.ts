import type { Application } from "#sync/schema/applications.ts";

/**
 * Returns how many of a test's four steps are done.
 * @param progress of the reports, in percent
 * @param byTasks true if required tasks earn the reward: reports alone do not complete the test
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
