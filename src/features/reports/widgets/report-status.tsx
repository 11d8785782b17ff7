import { Trans } from "@lingui/react/macro";
import { CircleAlert, CloudUpload } from "lucide-react";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { Badge } from "#ui/badge.tsx";
import { FeedbackStatus } from "../../common/widgets/report-badges.tsx";
import type { Standing } from "../search.ts";

export const standingOf = (report: OwnReport): Standing =>
  report.rejection ? "rejected" : report.status === "submitted" && report.sync_xid === "" ? "waiting" : report.status;

export function ReportStatus({ report }: { report: OwnReport }) {
  const standing = standingOf(report);
  if (standing === "rejected") {
    return (
      <Badge tone="danger" icon={CircleAlert}>
        <Trans>Not accepted</Trans>
      </Badge>
    );
  }
  if (standing === "waiting") {
    return (
      <Badge tone="caution" icon={CloudUpload}>
        <Trans>Waiting to be sent</Trans>
      </Badge>
    );
  }
  return <FeedbackStatus status={standing} />;
}
