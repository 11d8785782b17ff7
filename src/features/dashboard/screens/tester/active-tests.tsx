// Tests under way as cards: how far, until when, what next.
import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, PenLine } from "lucide-react";
import type { TesterTest } from "../../../../../sync/queries/tester-tests.ts";
import { Button, LinkButton } from "../../../../ui/button.tsx";
import { Card, CardLink } from "../../../../ui/card.tsx";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { testNext } from "../../../campaigns/next-step.ts";
import { useToday } from "../../../campaigns/rules.ts";
import { NoTestInProgress } from "../../../campaigns/widgets/empty-campaigns.tsx";
import { useStartReport } from "../../../reports/use-start-report.ts";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";

export function ActiveTests({ tests }: { tests: readonly TesterTest[] }) {
  if (tests.length === 0) {
    return (
      <NoTestInProgress>
        <Trans>Tests you have been accepted to appear here, along with what to do next.</Trans>
      </NoTestInProgress>
    );
  }
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {tests.map((test) => (
        <li key={test.application.id} className="grid min-w-0">
          <ActiveTest test={test} />
        </li>
      ))}
    </ul>
  );
}

function ActiveTest({ test }: { test: TesterTest }) {
  const { t } = useLingui();
  const start = useStartReport();
  const today = useToday();
  const { application, campaign, progress } = test;
  const params = { campaignId: application.campaign_id };
  const begun = !campaign || campaign.start_date <= today;
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex flex-col gap-0.5">
        <h3 className="text-base">
          <CardLink to="/tester/tests/$campaignId" params={params}>
            {application.campaign_title}
          </CardLink>{" "}
          <PendingBadge row={application} />
        </h3>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
          {campaign && <span>{campaign.developer_name}</span>}
          {campaign && (
            <span className="inline-flex items-center gap-1.5">
              <CalendarDays aria-hidden className="size-4" />
              {begun ? (
                <Trans>
                  Deadline <DateText value={campaign.end_date} />
                </Trans>
              ) : (
                <Trans>
                  Starts <DateText value={campaign.start_date} />
                </Trans>
              )}
            </span>
          )}
        </p>
      </div>
      <ProgressBar value={progress} label={t`Progress`} visibleLabel tone={progress >= 100 ? "positive" : "accent"} />
      <p className="text-sm">{t(testNext(test))}</p>
      <div className="mt-auto flex flex-wrap gap-2">
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
