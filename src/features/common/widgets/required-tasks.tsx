import { Plural, Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";

interface RequiredTasksProps {
  tasks: number;
  minutes: number;
  rewardModel: Campaign["reward_model"];
}

/** Names the work of a test, and which part of it earns the reward. */
export function RequiredTasks({ tasks, minutes, rewardModel }: RequiredTasksProps) {
  if (tasks === 0) return null;
  return (
    <p className="max-w-prose text-sm">
      {minutes > 0 ? (
        <Trans>
          <Plural value={tasks} one="# required task" other="# required tasks" />, about{" "}
          <Plural value={minutes} one="# minute" other="# minutes" />.
        </Trans>
      ) : (
        <Trans>
          <Plural value={tasks} one="# required task" other="# required tasks" />.
        </Trans>
      )}{" "}
      {rewardModel === "testing" ? (
        <Trans>
          You earn the reward once they are done and the developer has accepted your results or approved a report.
        </Trans>
      ) : (
        <Trans>The reward is for your reports.</Trans>
      )}
    </p>
  );
}
