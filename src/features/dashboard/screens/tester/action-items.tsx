// Reports that wait for their author: sent back, refused by the server, or begun and not sent.
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { isUntouched, type OwnReport } from "../../../../../sync/queries/feedback.ts";
import { Section } from "../../../../ui/card.tsx";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { ReportLink } from "../../../reports/widgets/report-link.tsx";
import { ReportStatus } from "../../../reports/widgets/report-status.tsx";

const SHOWN = 4;
const urgency = (r: OwnReport) => (r.refused ? 0 : r.status === "changes_requested" ? 1 : 2);

export function NeedsYou({ reports: all }: { reports: readonly OwnReport[] }) {
  const { t } = useLingui();
  const reports = all
    .filter((r) => r.refused || r.status === "changes_requested" || (r.status === "draft" && !isUntouched(r)))
    .sort((a, b) => urgency(a) - urgency(b));
  if (reports.length === 0) return null;
  const more = reports.length - SHOWN;
  return (
    <Section title={t`Waiting for you`}>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm">
        {reports.slice(0, SHOWN).map((report) => (
          <li key={report.id}>
            <ReportLink campaignId={report.campaign_id} reportId={report.id}>
              <span className="flex min-w-0 flex-1 gap-x-4 gap-y-1 max-sm:flex-col sm:items-center">
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2 font-semibold">{report.summary.trim() || t`Untitled report`}</span>
                  <span className="flex text-muted text-sm">
                    <span className="truncate">{report.campaign_title}</span>
                    <span className="shrink-0 whitespace-pre">
                      {" · "}
                      <DateText value={report.captured_at} />
                    </span>
                  </span>
                </span>
                <ReportStatus report={report} />
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </ReportLink>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to="/tester/feedback" className="w-fit text-accent text-sm underline underline-offset-4">
          <Trans>All my feedback</Trans>
        </Link>
      )}
    </Section>
  );
}
