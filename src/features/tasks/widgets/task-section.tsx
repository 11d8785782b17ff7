// The tasks of a test for its tester: progress, the next task, all tasks, and submission.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useToday } from "#features/common/campaign-rules.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { minutesOfAll, progressOf } from "#sync/tasks/outcome.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { rowClass } from "../../common/widgets/report-link.tsx";
import { RequiredTasks } from "../../common/widgets/required-tasks.tsx";
import { PendingBadge } from "../../sync/widgets/pending-badge.tsx";
import { itemsOf, nextItem, type TaskItem } from "../task-items.ts";
import { useTaskAccess } from "../use-task-access.ts";
import { CheckIn } from "./check-in.tsx";
import { ResultsNotice } from "./results-notice.tsx";
import { SubmitResults } from "./submit-results.tsx";
import { TaskFacts, TaskOutcome, TaskReason } from "./task-facts.tsx";

/** Longer lists first show the next tasks only, so that the page below stays in reach. */
const SHORT = 8;

interface TaskSectionProps {
  tasks: readonly Task[];
  campaign: Campaign;
  application: Application;
  /** Makes the next task the page's primary action. */
  primary: boolean;
}

export function TaskSection({ tasks, campaign, application, primary }: TaskSectionProps) {
  const { t } = useLingui();
  const { mayAnswer, maySubmit } = useTaskAccess(application, campaign);
  const items = itemsOf(tasks, application);
  // Check-ins have their own button here.
  const [checkIns, others] = [items.filter(isCheckIn), items.filter((item) => !isCheckIn(item))];
  const next = mayAnswer ? nextItem(others) : undefined;
  const today = useToday();
  const checksIn = mayAnswer && checkIns.some(({ isDone, result }) => !isDone && !result?.days?.includes(today));
  const required = items.filter((item) => item.isRequired);
  const missing = required.filter((item) => !item.isDone);
  const { tasks: total, done, minutes } = progressOf(tasks, application);
  const progress =
    minutes > 0 ? t`${done} of ${total} done, ${minutes} min left` : t({ message: `${done} of ${total} done` });
  return (
    <Section title={t({ message: "Tasks", context: "test" })} action={<PendingBadge row={application} withText />}>
      <ResultsNotice application={application} />
      <ProgressBar value={total === 0 ? 100 : (done / total) * 100} label={progress} tone="positive" />
      <p aria-hidden className="text-muted text-sm tabular-nums">
        {progress}
      </p>
      {maySubmit && (
        <RequiredTasks
          tasks={required.length}
          minutes={minutesOfAll(required.map(({ task }) => task))}
          rewardModel={campaign.reward_model}
        />
      )}
      {checkIns.map(({ task, result, isDone }) =>
        isDone || !mayAnswer ? null : (
          <CheckIn key={task.id} {...{ task, result, application, primary }} readOnly={false} />
        ),
      )}
      {(next || maySubmit) && (
        <div className="flex flex-wrap items-center gap-3">
          {maySubmit && missing.length === 0 && Object.keys(application.results).length > 0 && (
            <SubmitResults application={application} tasks={tasks} primary={primary} />
          )}
          {next && (
            <LinkButton
              to="/tester/tests/$campaignId/tasks/$taskId"
              params={{ campaignId: campaign.id, taskId: next.task.id }}
              variant={primary && !checksIn && missing.length > 0 ? "primary" : "secondary"}
              size="lg"
              className="max-sm:w-full"
            >
              <span className="line-clamp-2">
                {done === 0 && !next.result ? (
                  <Trans>Start: {next.task.title}</Trans>
                ) : (
                  <Trans>Continue: {next.task.title}</Trans>
                )}
              </span>
            </LinkButton>
          )}
        </div>
      )}
      {maySubmit && missing.length > 0 && <Missing items={missing} />}
      <TaskList items={items} campaignId={campaign.id} />
    </Section>
  );
}

const isCheckIn = ({ task }: TaskItem) => task.kind === "check_in";

const NAMED = 3;

function Missing({ items }: { items: readonly TaskItem[] }) {
  const named = items.slice(0, NAMED).map(({ task }) => task.title);
  const more = items.length - named.length;
  const names = named.join(" · ");
  return (
    <p className="wrap-anywhere text-muted text-sm">
      <Trans>Still to do before you can submit: {names}</Trans>
      {more > 0 && (
        <>
          {" "}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </p>
  );
}

function TaskList({ items, campaignId }: { items: readonly TaskItem[]; campaignId: string }) {
  const { t } = useLingui();
  const [all, setAll] = useState(items.length <= SHORT);
  const shown = all ? items : items.filter(({ isOpen, reason }) => isOpen || reason !== "").slice(0, SHORT);
  return (
    <>
      {shown.length > 0 && (
        <ul
          aria-label={t({ message: "Tasks", context: "test" })}
          className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
        >
          {shown.map((item) => (
            <li key={item.task.id}>
              <Link
                to="/tester/tests/$campaignId/tasks/$taskId"
                params={{ campaignId, taskId: item.task.id }}
                className={rowClass}
              >
                <span className="flex min-w-0 flex-1 flex-col gap-1">
                  <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                    <span className="wrap-anywhere min-w-0 font-semibold">{item.task.title}</span>
                    <TaskOutcome item={item} />
                  </span>
                  <TaskFacts item={item} />
                  {item.reason !== "" && <TaskReason reason={item.reason} />}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {!all && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          <Plural value={items.length} one="Show # task" other="Show all # tasks" />
        </Button>
      )}
    </>
  );
}
