import { Trans, useLingui } from "@lingui/react/macro";
import { PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AboutCampaign, ApplyQuestions } from "#features/campaigns/widgets/about-campaign.tsx";
import { Requirements } from "#features/campaigns/widgets/requirements.tsx";
import { hasEnded, useToday } from "#features/common/campaign-rules.ts";
import { useIsSuspended } from "#features/common/use-is-suspended.ts";
import { fixesToCheck } from "#features/reports/retests.ts";
import { useStartReport } from "#features/reports/use-start-report.ts";
import { FixesToCheck } from "#features/reports/widgets/fixes-to-check.tsx";
import { KnownIssues } from "#features/reports/widgets/known-issues.tsx";
import { TaskSection } from "#features/tasks/widgets/task-section.tsx";
import { useQuery } from "#state/query.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import { isUntouched, reportsOnCampaign } from "#sync/queries/feedback.ts";
import { releaseById } from "#sync/queries/releases.ts";
import { isByTasks, stepsDone, testProgress } from "#sync/queries/tester-tests.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { Notice } from "#ui/notice.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useReveal } from "#ui/use-reveal.ts";
import { firstStepOf } from "../../first-step.ts";
import { useInstalled } from "../../use-installed.ts";
import { MyAnswers } from "../../widgets/my-answers.tsx";
import { WithdrawButton } from "../../widgets/withdraw-button.tsx";
import { Announcements } from "./announcements.tsx";
import { BuildPanel } from "./build-panel.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { MyReports } from "./my-reports.tsx";
import { NewBuild, useNewBuild } from "./new-build.tsx";
import { Offer } from "./offer.tsx";
import { ProgressSteps } from "./progress-steps.tsx";

interface WorkspaceProps {
  campaign: Campaign;
  application: Application;
  facts: ReactNode;
}

export function Workspace({ campaign, application, facts }: WorkspaceProps) {
  const { t } = useLingui();
  const today = useToday();
  const start = useStartReport();
  const found = useQuery(briefById(campaign.id));
  const brief = found.state === "ready" ? found.data : null;
  const written = useQuery(reportsOnCampaign(campaign.id, application.tester_id));
  const reports = (written.state === "ready" ? written.data : []).filter((r) => !isUntouched(r));
  const release = useQuery(brief?.release_id ? releaseById(brief.release_id) : null);
  const [showAbout, setShowAbout] = useState(false);
  const ended = hasEnded(campaign, today);
  const early = campaign.start_date > today;
  const suspended = useIsSuspended();
  const open = application.status === "accepted" && !ended && !early && !suspended;
  const progress = testProgress(
    application,
    reports.map((r) => r.status),
  );
  const newBuild = useNewBuild(brief, application);
  const [installed, confirmInstalled] = useInstalled(application);
  const [saidInstalled, setSaidInstalled] = useState(false);
  const next = useReveal(saidInstalled, "start");
  const first = brief && firstStepOf(brief, release.state === "ready" ? release.data : null, campaign.app_id);
  const asksInstalled = open && progress === 50 && first === "install" && !installed && newBuild === null;
  const tasks = brief?.tasks ?? [];
  const byTasks = isByTasks(campaign, tasks, application);
  // One primary action: the build until it is downloaded and installed, then the tasks until they
  // are submitted, then the report.
  const isNew = open && first !== null && (progress < 50 || asksInstalled);
  const getBuild = isNew && first !== "wait";
  const { results_status } = application;
  const doTasks = !getBuild && tasks.length > 0 && (results_status === "" || results_status === "returned");
  const isMain = !getBuild && !doTasks;
  const write = (
    <Button
      variant={isMain ? "primary" : "secondary"}
      size={isMain ? "lg" : "md"}
      icon={PenLine}
      wide
      onClick={() => void start(application, campaign)}
    >
      <Trans>Write a report</Trans>
    </Button>
  );
  const reading = [found, written, ...(brief?.release_id ? [release] : [])];
  if (reading.some(({ state }) => state === "loading")) return <SkeletonList rows={3} className="h-40" />;
  const panel = (
    <BuildPanel
      brief={brief}
      appId={campaign.app_id}
      application={application}
      next={isNew}
      onInstalled={
        asksInstalled
          ? () => {
              confirmInstalled();
              setSaidInstalled(true);
            }
          : undefined
      }
    />
  );
  const work = (tasks.length > 0 || open) && (
    <div ref={next} tabIndex={-1} className="flex flex-col gap-8 outline-none">
      {tasks.length > 0 && <TaskSection {...{ tasks, campaign, application }} primary={doTasks} />}
      {open && <div className="lg:hidden">{write}</div>}
    </div>
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {ended && (
          <Notice title={<Trans>This test has ended</Trans>}>
            <Trans>Reports you sent are still answered and paid. Drafts can be sent for one more week.</Trans>
          </Notice>
        )}
        {early && (
          <Notice title={<Trans>You are in; the test has not started yet</Trans>}>
            <Trans>You can read the instructions now. Reports can be written from the first day.</Trans>
          </Notice>
        )}
        {open && newBuild && application.release_id && <NewBuild release={newBuild} fetched={application.release_id} />}
        <FixesToCheck application={application} fixes={fixesToCheck(application, reports, brief?.known_issues ?? [])} />
        <Offer campaign={campaign} takesReports={open} />
        {/* The first steps repeat the progress: without it their button is in view on a phone. */}
        {isNew ? (
          <FirstSteps {...{ first }} campaignId={campaign.id} tasks={tasks.length}>
            {panel}
          </FirstSteps>
        ) : (
          <ProgressSteps done={stepsDone(progress, byTasks, application)} byTasks={byTasks} />
        )}
        {/* Tasks come first as soon as there is a build to do them with. */}
        {!isNew && tasks.length === 0 && panel}
        {work}
        {!isNew && tasks.length > 0 && panel}
        <Announcements campaignId={campaign.id} announcements={brief?.announcements ?? []} />
        <Section title={t`Instructions`}>
          {brief && brief.instructions.trim() !== "" ? (
            <p className="max-w-prose whitespace-pre-wrap break-words">{brief.instructions}</p>
          ) : (
            <p className="text-muted">
              {brief ? (
                <Trans>
                  The developer gave no further instructions. Use the app as you normally would and report what you
                  find.
                </Trans>
              ) : (
                <Trans>The instructions load the next time you are online.</Trans>
              )}
            </p>
          )}
        </Section>
        <MyReports reports={reports} open={open} />
      </div>
      <div className="beside flex flex-col gap-6">
        {open && <div className="max-lg:hidden">{write}</div>}
        <KnownIssues issues={brief?.known_issues ?? []} application={application} />
        {facts}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="ghost" aria-expanded={showAbout} onClick={() => setShowAbout(!showAbout)}>
            {showAbout ? <Trans>Hide description</Trans> : <Trans>Show description</Trans>}
          </Button>
          {open && <WithdrawButton application={application} size="sm" />}
        </div>
        {showAbout && (
          <>
            <AboutCampaign campaign={campaign} />
            <ApplyQuestions questions={campaign.screening} />
            <Requirements campaign={campaign} />
          </>
        )}
        <MyAnswers campaign={campaign} application={application} />
      </div>
    </div>
  );
}
