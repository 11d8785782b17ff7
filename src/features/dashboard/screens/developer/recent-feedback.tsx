import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { TypeChip } from "#features/common/widgets/report-badges.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Section } from "#ui/card.tsx";
import { type Column, column, DataTable } from "#ui/data-table.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";

export function RecentFeedback({ reports }: { reports: readonly Feedback[] }) {
  const { t } = useLingui();
  const columns: Column<Feedback>[] = [
    column("campaign", t`Campaign`, { className: "lg:max-w-56" }, (r) => r.campaign_title),
    column("tester", t`Tester`, { className: "lg:max-w-48" }, (r) => r.tester_name),
    column("type", t`Type`, (r) => <TypeChip type={r.type} />),
    column("summary", t`Summary`, { primary: true, className: "max-lg:order-first" }, (r) => (
      <Link
        to="/developer/campaigns/$campaignId"
        params={{ campaignId: r.campaign_id }}
        search={{ tab: "feedback", report: r.id }}
        className="line-clamp-2 rounded-sm hover:text-accent hover:underline hover:underline-offset-4"
      >
        {r.summary}
      </Link>
    )),
    column("rating", t`Rating`, (r) => <Rating value={r.rating} />),
    column("date", t`Date`, { align: "end", className: "lg:whitespace-nowrap" }, (r) => (
      <DateText value={r.received_at ?? r.captured_at} />
    )),
  ];
  return (
    <Section title={<Trans>Recent Feedback</Trans>}>
      {reports.length === 0 ? (
        <SyncedEmptyState of={["feedback"]} icon={Inbox} title={<Trans>No feedback yet</Trans>}>
          <Trans>Reports from your testers appear here as soon as they send them.</Trans>
        </SyncedEmptyState>
      ) : (
        <DataTable caption={t`Recent Feedback`} columns={columns} rows={reports} keyOf={(r) => r.id} />
      )}
    </Section>
  );
}
