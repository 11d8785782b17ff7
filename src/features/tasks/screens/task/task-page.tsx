// One task of a test on one screen, for its tester.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { useQuery, useQueryOr } from "#state/query.ts";
import { useRowsHere } from "#state/rows-here.ts";
import { usePerson } from "#state/session.ts";
import { applicationTo } from "#sync/queries/applications.ts";
import { briefById, campaignById } from "#sync/queries/campaigns.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { NotFound } from "#ui/not-found.tsx";
import { Notice } from "#ui/notice.tsx";
import { BackLink, Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { itemsOf, nextItem, type TaskItem } from "../../task-items.ts";
import { useTaskAccess } from "../../use-task-access.ts";
import { CheckIn } from "../../widgets/check-in.tsx";
import { ResultsNotice } from "../../widgets/results-notice.tsx";
import { TaskFacts, TaskOutcome, TaskReason } from "../../widgets/task-facts.tsx";
import { Evidence } from "./evidence.tsx";
import { QuestionField } from "./questions.tsx";
import { StepRunner } from "./step-runner.tsx";
import { TaskEnd } from "./task-end.tsx";
import { useTaskWork } from "./task-work.ts";

const route = getRouteApi("/_signed-in/tester/tests/$campaignId/tasks/$taskId");

export function TaskPage() {
  const { campaignId, taskId } = route.useParams();
  const application = useQuery(applicationTo(campaignId, usePerson().id));
  const brief = useQuery(briefById(campaignId));
  const campaign = useQueryOr(campaignById(campaignId), null);
  const here = useRowsHere(["applications", "briefs"]);
  const reads = [application, brief];
  if (reads.some(({ state }) => state === "error")) return <ErrorState onRetry={() => window.location.reload()} />;
  if (application.state !== "ready" || brief.state !== "ready") return <SkeletonList rows={3} className="h-32" />;
  if (application.data && brief.data) {
    const items = itemsOf(brief.data.tasks, application.data);
    const item = items.find(({ task }) => task.id === taskId);
    if (item) return <TaskScreen key={taskId} {...{ item, items, campaign }} application={application.data} />;
  }
  return here === "arriving" ? <SkeletonList rows={3} className="h-32" /> : <Missing campaignId={campaignId} />;
}

function Missing({ campaignId }: { campaignId: string }) {
  const { t } = useLingui();
  return (
    <NotFound
      title={t`Task not found`}
      icon={ListChecks}
      missing={<Trans>This task is not here</Trans>}
      action={
        <LinkButton to="/tester/tests/$campaignId" params={{ campaignId }} variant="primary">
          <Trans>Back to the test</Trans>
        </LinkButton>
      }
    >
      <Trans>The developer removed it, it does not apply to you, or it has not reached this device yet.</Trans>
    </NotFound>
  );
}

interface TaskScreenProps {
  item: TaskItem;
  items: readonly TaskItem[];
  application: Application;
  campaign: Campaign | null;
}

function TaskScreen({ item, items, application, campaign }: TaskScreenProps) {
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const { mayAnswer, maySubmit } = useTaskAccess(application, campaign);
  const { task, result, reason } = item;
  const work = useTaskWork({ task, application, result, readOnly: !mayAnswer });
  const number = items.indexOf(item) + 1;
  const campaignId = application.campaign_id;
  return (
    <Page
      title={task.title}
      badge={<TaskOutcome item={item} />}
      back={
        <BackLink to="/tester/tests/$campaignId" params={{ campaignId }}>
          {application.campaign_title}
        </BackLink>
      }
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Trans>
            Task {number} of {items.length}
          </Trans>
          <TaskFacts item={item} />
          <PendingBadge row={application} withText />
        </span>
      }
    >
      {reason === "" ? (
        <ResultsNotice application={application} />
      ) : (
        <Notice tone="caution" title={<Trans>The developer sent this task back</Trans>}>
          <TaskReason reason={reason} />
        </Notice>
      )}
      {maySubmit && !mayAnswer && (
        <Notice>
          <Trans>Tasks can be answered only while the test is running.</Trans>
        </Notice>
      )}
      {task.body.trim() !== "" && <p className="max-w-prose whitespace-pre-wrap break-words">{task.body}</p>}
      <StepRunner
        {...{ work, campaign }}
        stepId={step}
        onStep={(id) => void navigate({ search: { step: id }, replace: true, resetScroll: false })}
      >
        {task.days > 0 && <CheckIn {...{ task, application, result }} readOnly={!mayAnswer} detailed />}
        {task.questions.map((question) => (
          <QuestionField key={question.id} {...{ work, question }} />
        ))}
        <Evidence work={work} />
        <TaskEnd {...{ work }} isDone={item.isDone} next={mayAnswer ? nextItem(items, task.id) : undefined} />
      </StepRunner>
    </Page>
  );
}
