// A report's type, rating, severity, text and device. Files are rendered separately.
import { Trans } from "@lingui/react/macro";
import { Package } from "lucide-react";
import type { ReactNode } from "react";
import { useQuery } from "#state/query.ts";
import { releaseById } from "#sync/queries/releases.ts";
import type { ReportInput } from "#sync/schema/feedback.ts";
import { Rating } from "#ui/rating.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { DeviceIcon } from "./device-icon.tsx";
import { SeverityChip, TypeChip } from "./report-badges.tsx";

/** @param headingLevel of the summary; 0 omits it when the page title shows it */
export function ReportText({
  report,
  headingLevel = 0,
}: {
  report: Omit<ReportInput, "release_id"> & Partial<Pick<ReportInput, "release_id">>;
  headingLevel?: 0 | 2 | 3;
}) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TypeChip type={report.type} />
        {report.rating > 0 && <Rating value={report.rating} />}
        {report.type === "bug" && (
          <span className="inline-flex items-center gap-1.5 text-muted text-sm">
            <Trans>Severity</Trans> <SeverityChip severity={report.severity} />
          </span>
        )}
        {report.device !== "" && (
          <span className="inline-flex items-center gap-1.5 text-muted text-sm">
            <DeviceIcon device={report.device} className="size-4 shrink-0" />
            {report.device}
          </span>
        )}
        {report.release_id && <BuildLine id={report.release_id} />}
      </div>
      {headingLevel > 0 && <Heading className="text-lg">{report.summary}</Heading>}
      <Words title={<Trans>Details</Trans>}>{report.details}</Words>
      {report.type === "bug" && <Words title={<Trans>Steps to reproduce</Trans>}>{report.steps}</Words>}
    </div>
  );
}

/** Renders nothing for builds that are not on this device, as for admins. */
function BuildLine({ id }: { id: string }) {
  const release = useQuery(releaseById(id));
  if (release.state === "ready" && !release.data) return null;
  const version = release.state === "ready" ? release.data?.version : undefined;
  return (
    <span className="inline-flex items-center gap-1.5 text-muted text-sm">
      <Package aria-hidden className="size-4 shrink-0" />
      {version === undefined ? <SkeletonLine className="w-20" /> : <Trans>Version {version}</Trans>}
    </span>
  );
}

function Words({ title, children }: { title: ReactNode; children: string }) {
  if (children.trim() === "") return null;
  return (
    <section className="flex flex-col gap-1">
      <p className="font-semibold text-muted text-sm">{title}</p>
      <p className="max-w-prose whitespace-pre-wrap break-words">{children}</p>
    </section>
  );
}
