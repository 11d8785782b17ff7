import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Bug } from "lucide-react";
import { useBeginReport } from "#features/reports/use-start-report.ts";
import { ReportStatus } from "#features/reports/widgets/report-status.tsx";
import { useQueryOr } from "#state/query.ts";
import { ownReport } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Step } from "#sync/schema/tasks.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { type TaskWork, withStep } from "./task-work.ts";

interface StepReportProps {
  work: TaskWork;
  campaign: Campaign | null;
  step: Step;
  number: number;
  reportId: string | null;
}

/** Starts a report about a failed step, or links to it. */
export function StepReport({ work, campaign, step, number, reportId }: StepReportProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const begin = useBeginReport();
  const { application, task, readOnly, save } = work;
  const report = useQueryOr(reportId ? ownReport(reportId) : null, null);
  const params = (feedbackId: string) => ({ campaignId: application.campaign_id, feedbackId });
  if (report) {
    return (
      <p className="flex flex-wrap items-center gap-3">
        <LinkButton to="/tester/tests/$campaignId/report/$feedbackId" params={params(report.id)} icon={Bug}>
          <Trans>Your report about this step</Trans>
        </LinkButton>
        <ReportStatus report={report} />
      </p>
    );
  }
  if (readOnly) return null;
  if (work.isPreview) {
    return (
      <p className="text-muted text-sm">
        <Trans>Here testers start a report about this step.</Trans>
      </p>
    );
  }
  const start = async () => {
    const { title } = task;
    const expected = step.expect.trim();
    const begun = await begin(application, campaign, {
      type: "bug",
      steps: `${title}\n${t`Step ${number}`}: ${step.do}`,
      details: expected === "" ? "" : t`Expected: ${expected}`,
    });
    if (!begun) return;
    await save(withStep(step.id, { mark: "fail", report_id: begun.id }));
    await navigate({ to: "/tester/tests/$campaignId/report/$feedbackId", params: params(begun.id) });
  };
  return (
    <Button variant="soft" size="lg" icon={Bug} className="self-start max-sm:w-full" onClick={() => void start()}>
      <Trans>Report this problem</Trans>
    </Button>
  );
}
