import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowRight, CircleAlert, CircleCheck, Clock, Hourglass, PenLine } from "lucide-react";
import { nextOf, stageOf } from "#features/campaigns/next-step.ts";
import { useOnlyReward } from "#features/campaigns/use-only-reward.ts";
import { RewardOffer } from "#features/campaigns/widgets/reward-offer.tsx";
import { TimeLeft } from "#features/campaigns/widgets/time-left.tsx";
import { AppIcon, faceOf } from "#features/catalog/widgets/app-icon.tsx";
import { useToday } from "#features/common/campaign-rules.ts";
import { NoTestInProgress } from "#features/common/widgets/empty-campaigns.tsx";
import { TasksDone } from "#features/common/widgets/tasks-done.tsx";
import { useStartReport } from "#features/reports/use-start-report.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import type { TesterTest } from "#sync/queries/tester-tests.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardLink, wholeCard } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

/** Aligns the five parts of neighboring cards, some of which have tasks or two lines of text. */
const cell = "row-span-5 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid";

interface ActiveTestsProps {
  tests: readonly TesterTest[];
  icons: ReadonlyMap<string, string>;
}

export function ActiveTests({ tests, icons }: ActiveTestsProps) {
  if (tests.length === 0) {
    return (
      <NoTestInProgress>
        <Trans>Tests you have been accepted to appear here, along with what to do next.</Trans>
      </NoTestInProgress>
    );
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {tests.map((test) => (
        <li key={test.application.id} data-row className={cell}>
          <ActiveTest test={test} icon={icons.get(test.application.campaign_id)} />
        </li>
      ))}
    </ul>
  );
}

const waits = { icon: CircleAlert, colour: "text-caution", loud: true };
const continues = { icon: ArrowRight, colour: "text-accent", loud: false };
const done = { icon: CircleCheck, colour: "text-positive", loud: false };
const pending = { icon: Hourglass, colour: "text-muted", loud: false };
const looks = {
  sent_back: waits,
  draft: waits,
  approved: done,
  with_developer: pending,
  tasks: continues,
  results_returned: waits,
  results_submitted: pending,
  results_accepted: done,
  trying: continues,
  new: continues,
};

function Next({ test }: { test: TesterTest }) {
  const { t } = useLingui();
  const stage = stageOf(test);
  const { icon: Icon, colour, loud } = looks[stage];
  return (
    <p className={cx("flex items-start gap-2 text-sm", loud && "font-semibold")}>
      <Icon aria-hidden className={cx("size-5 shrink-0", colour)} />
      {t(nextOf[stage])}
    </p>
  );
}

function ActiveTest({ test, icon }: { test: TesterTest; icon: string | undefined }) {
  const { t } = useLingui();
  const start = useStartReport();
  const earned = useOnlyReward();
  const today = useToday();
  const { application, campaign, progress, tasks } = test;
  const params = { campaignId: application.campaign_id };
  const begun = !campaign || campaign.start_date <= today;
  return (
    <Card className={cx(cell, "relative gap-4 transition-shadow duration-150 hover:shadow-lg")}>
      <div className="flex items-center gap-4">
        <AppIcon app={faceOf({ id: application.campaign_id, app_id: campaign?.app_id ?? null }, icon)} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h3 className="text-base">
            <CardLink to="/tester/tests/$campaignId" params={params} className={wholeCard}>
              {application.campaign_title}
            </CardLink>{" "}
            <PendingBadge row={application} />
          </h3>
          {campaign && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
              <span>{campaign.developer_name}</span>
              <span className="inline-flex items-center gap-1.5">
                <Clock aria-hidden className="size-4" />
                {begun ? (
                  <TimeLeft campaign={campaign} />
                ) : (
                  <Trans>
                    Starts <DateText value={campaign.start_date} />
                  </Trans>
                )}
              </span>
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-4">
        <Next test={test} />
        {tasks && <TasksDone {...tasks} />}
      </div>
      <div>{campaign && <RewardOffer campaign={campaign} earned={earned(campaign.id)} />}</div>
      <ProgressBar
        value={progress}
        label={t`Progress`}
        visibleLabel
        tone={looks[stageOf(test)] === done ? "positive" : "accent"}
      />
      <div className="relative flex flex-wrap content-start gap-2">
        <LinkButton
          to="/tester/tests/$campaignId"
          params={params}
          variant="primary"
          className="max-sm:flex-1 max-sm:px-2"
        >
          <Trans>Continue Testing</Trans>
        </LinkButton>
        {begun && (
          <Button
            icon={PenLine}
            onClick={() => void start(application, campaign)}
            className="max-sm:flex-1 max-sm:px-2 max-sm:[&>svg]:hidden"
          >
            <Trans>Write a report</Trans>
          </Button>
        )}
      </div>
    </Card>
  );
}
