import { Trans, useLingui } from "@lingui/react/macro";
import { feedbackStatuses } from "#sync/schema/values.ts";
import { Fact } from "#ui/fact.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { reportsStatusLabel } from "../../common/report-labels.ts";

export function ReportCounts({ reports }: { reports: Readonly<Record<string, number>> }) {
  const { t } = useLingui();
  return feedbackStatuses.map((status) => {
    const n = reports[status] ?? 0;
    if (n === 0) return null;
    return (
      <Fact key={status} label={<ReportsOf status={t(reportsStatusLabel[status])} />}>
        <Count value={n} />
      </Fact>
    );
  });
}

const ReportsOf = ({ status }: { status: string }) => <Trans>Reports: {status}</Trans>;
