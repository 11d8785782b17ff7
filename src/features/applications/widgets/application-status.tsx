import { Trans } from "@lingui/react/macro";
import type { Application } from "#sync/schema/applications.ts";
import { Badge } from "#ui/badge.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { applicantStatusLabel, applicationStatusLabel, applicationTone } from "../labels.ts";

export const ApplicationStatus = ({
  status,
  accepted_at = null,
}: Pick<Application, "status"> & Partial<Pick<Application, "accepted_at">>) =>
  status === "withdrawn" && accepted_at !== null ? (
    <Badge>
      <Trans context="test">Left</Trans>
    </Badge>
  ) : (
    <StatusBadge status={status} labels={applicationStatusLabel} tones={applicationTone} />
  );

/** Status next to the applicant's name; suspended applicants are not waiting. */
export function ApplicantStatus({
  application: { status, card },
}: {
  application: Pick<Application, "status" | "card">;
}) {
  const badge = <StatusBadge status={status} labels={applicantStatusLabel} tones={applicationTone} />;
  if (!card.suspended) return badge;
  const suspended = (
    <Badge tone="danger">
      <Trans context="applicant">Account suspended</Trans>
    </Badge>
  );
  if (status === "pending") return suspended;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {badge} {suspended}
    </span>
  );
}
