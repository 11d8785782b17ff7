import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { ReportList } from "#features/reports/widgets/report-list.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { useQueryOr } from "#state/query.ts";
import { isUntouched, type OwnReport, reportsOnCampaign } from "#sync/queries/feedback.ts";
import { rewardsOfTester } from "#sync/queries/rewards.ts";
import type { Application } from "#sync/schema/applications.ts";
import { TextLink } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";

interface MyReportsProps {
  reports: readonly OwnReport[];
  /** True if the tester can send reports. */
  open: boolean;
}

export function MyReports({ reports, open }: MyReportsProps) {
  const { t } = useLingui();
  return (
    <Section
      title={t`My reports on this test`}
      action={
        reports.length > 0 && (
          <span className="text-muted text-sm">
            <Plural value={reports.length} one="# report" other="# reports" />
          </span>
        )
      }
    >
      {reports.length === 0 ? (
        <SyncedEmptyState of={["feedback"]} icon={FileText} title={<Trans>No report yet</Trans>}>
          {open ? (
            <Trans>Found something odd, missing or hard to use? Write it down while it is fresh.</Trans>
          ) : (
            <Trans>No reports were sent on this test.</Trans>
          )}
        </SyncedEmptyState>
      ) : (
        <ReportList reports={reports} label={t`My reports on this test`} />
      )}
    </Section>
  );
}

/** Reports after leaving or removal. Renders nothing without reports. */
export function LeftReports({ application }: { application: Application }) {
  const { campaign_id, tester_id } = application;
  const written = useQueryOr(reportsOnCampaign(campaign_id, tester_id), []);
  const reports = written.filter((r) => !isUntouched(r));
  const earned = useQueryOr(rewardsOfTester(tester_id), []).filter((r) => r.campaign_id === campaign_id);
  if (reports.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <MyReports reports={reports} open={false} />
      {/* The offer links to a reward that is paid once. */}
      {earned.some(({ model, status }) => model !== "testing" && status !== "void") && (
        <p>
          <TextLink to="/tester/rewards">
            <Trans>View my rewards</Trans>
          </TextLink>
        </p>
      )}
    </div>
  );
}
