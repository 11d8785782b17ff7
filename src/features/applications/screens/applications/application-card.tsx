import { Trans, useLingui } from "@lingui/react/macro";
import { applicationNext, nextOf, stageOf } from "#features/campaigns/next-step.ts";
import { TimeLeft } from "#features/campaigns/widgets/time-left.tsx";
import { AppIcon, faceOf } from "#features/catalog/widgets/app-icon.tsx";
import { useToday } from "#features/common/campaign-rules.ts";
import { TasksDone } from "#features/common/widgets/tasks-done.tsx";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { useQueryOr } from "#state/query.ts";
import { campaignIcons } from "#sync/queries/catalog.ts";
import { isActiveTest, type TesterTest } from "#sync/queries/tester-tests.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card, CardLink } from "#ui/card.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { ApplicationStatus } from "../../widgets/application-status.tsx";
import { WithdrawButton } from "../../widgets/withdraw-button.tsx";

export function ApplicationCard({ test }: { test: TesterTest }) {
  const { t } = useLingui();
  const today = useToday();
  const { application, campaign, progress, tasks } = test;
  const icons = useQueryOr(campaign && campaignIcons([campaign]), new Map());
  const active = isActiveTest(test, today);
  const params = { campaignId: application.campaign_id };
  return (
    <Card className="grid gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="flex min-w-0 gap-4">
        <AppIcon
          app={faceOf(
            { id: application.campaign_id, app_id: campaign?.app_id ?? null },
            icons.get(application.campaign_id),
          )}
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base">
              <CardLink to="/tester/tests/$campaignId" params={params}>
                {application.campaign_title}
              </CardLink>
            </h2>
            <ApplicationStatus {...application} />
            <PendingBadge row={application} withText />
          </div>
          <p className="text-sm">
            {active ? t(nextOf[stageOf(test)]) : t(applicationNext(application, campaign, today))}
          </p>
          {application.reason !== "" && (
            <blockquote className="border-line-strong border-s-2 ps-3 text-muted text-sm">
              {application.reason}
            </blockquote>
          )}
          {tasks && <TasksDone {...tasks} />}
          <p className="flex flex-wrap gap-x-4 text-muted text-sm">
            <span>
              <Trans>
                Applied <DateText value={application.applied_at} />
              </Trans>
            </span>
            {campaign && (
              <span>
                <TimeLeft campaign={campaign} />
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-col justify-center gap-3">
        {active && (
          <ProgressBar
            value={progress}
            label={t`Progress`}
            visibleLabel
            tone={progress >= 100 ? "positive" : "accent"}
          />
        )}
        <div className="flex flex-wrap gap-2 md:justify-end">
          {active && (
            <LinkButton to="/tester/tests/$campaignId" params={params} size="sm" variant="primary">
              <Trans>Continue Testing</Trans>
            </LinkButton>
          )}
          {application.status === "pending" && canMove("application", "pending", "withdrawn", "tester") && (
            <WithdrawButton application={application} size="sm" />
          )}
        </div>
      </div>
    </Card>
  );
}
