// Failed and blocked steps with the testers' words, and the reports and photos about them.
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { AttachmentGallery } from "#features/reports/widgets/attachment-gallery.tsx";
import type { ReviewedReport } from "#sync/queries/feedback.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { markedLabel, markTone } from "../../labels.ts";
import type { Problem } from "../../result-figures.ts";

interface ProblemListProps {
  campaignId: string;
  problems: readonly Problem[];
  /** By id. */
  reports: ReadonlyMap<string, ReviewedReport>;
  /** By release id. */
  versions: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
}

export function ProblemList({ problems, ...rest }: ProblemListProps) {
  const { t } = useLingui();
  return (
    <RowList
      items={problems}
      label={t`Failed and blocked steps`}
      estimate={104}
      render={(problem) => <ProblemRow problem={problem} {...rest} />}
    />
  );
}

function ProblemRow({ problem, campaignId, reports, versions, onOpen }: RowProps) {
  const { taker, step, number, mark, note, reportId, releaseId } = problem;
  const report = reports.get(reportId ?? "");
  const version = versions.get(releaseId ?? "");
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-raised p-4 text-sm shadow-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={mark} labels={markedLabel} tones={markTone} />
        <span className="min-w-0 wrap-anywhere font-semibold" dir="auto">
          {step ? `${number}. ${step.do}` : <Trans>The whole task</Trans>}
        </span>
      </p>
      {note !== "" && (
        <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
          {note}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <button
          type="button"
          className="tap-text text-start text-accent-text hover:underline"
          onClick={() => onOpen(taker.id)}
        >
          <bdi>{taker.card.name}</bdi>
        </button>
        {version && (
          <span>
            <Trans>Build {version}</Trans>
          </span>
        )}
        {reportId && (
          <Link
            to="/developer/campaigns/$campaignId"
            params={{ campaignId }}
            search={{ tab: "feedback", report: reportId }}
            className="tap-text text-accent-text underline"
          >
            {report?.summary || <Trans>Open the report</Trans>}
          </Link>
        )}
      </p>
      {report && <AttachmentGallery row={report} />}
    </div>
  );
}

type RowProps = Omit<ProblemListProps, "problems"> & { problem: Problem };
