import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { Section } from "../../../../ui/card.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { Rating } from "../../../../ui/rating.tsx";
import { TypeChip } from "../../../reports/widgets/report-badges.tsx";

/** The newest reports on all campaigns. The summary is the way into the report. */
export function RecentFeedback({ reports }: { reports: readonly Feedback[] }) {
  const { t } = useLingui();
  const columns: Column<Feedback>[] = [
    { key: "campaign", header: t`Campaign`, cell: (r) => r.campaign_title, className: "md:max-w-56" },
    { key: "tester", header: t`Tester`, cell: (r) => r.tester_name, className: "md:max-w-48" },
    { key: "type", header: t`Type`, cell: (r) => <TypeChip type={r.type} /> },
    {
      key: "summary",
      header: t`Summary`,
      primary: true,
      className: "max-md:order-first",
      cell: (r) => (
        <Link
          to="/developer/campaigns/$campaignId"
          params={{ campaignId: r.campaign_id }}
          search={{ tab: "feedback", report: r.id }}
          className="line-clamp-2 rounded-sm hover:text-accent hover:underline hover:underline-offset-4"
        >
          {r.summary}
        </Link>
      ),
    },
    { key: "rating", header: t`Rating`, cell: (r) => <Rating value={r.rating} /> },
    {
      key: "date",
      header: t`Date`,
      align: "end",
      className: "md:whitespace-nowrap",
      cell: (r) => <DateText value={r.received_at ?? r.captured_at} />,
    },
  ];
  return (
    <Section title={<Trans>Recent Feedback</Trans>}>
      {reports.length === 0 ? (
        <EmptyState icon={Inbox} title={<Trans>No feedback yet</Trans>}>
          <Trans>Reports from your testers appear here as soon as they send them.</Trans>
        </EmptyState>
      ) : (
        <DataTable caption={t`Recent Feedback`} columns={columns} rows={reports} keyOf={(r) => r.id} />
      )}
    </Section>
  );
}
