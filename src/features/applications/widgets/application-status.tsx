import type { Application } from "../../../../sync/schema/applications.ts";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { applicantStatusLabel, applicationStatusLabel, applicationTone } from "../labels.ts";

export const ApplicationStatus = ({ status }: { status: Application["status"] }) => (
  <StatusBadge status={status} labels={applicationStatusLabel} tones={applicationTone} />
);

/** The same beside the person who applied. */
export const ApplicantStatus = ({ status }: { status: Application["status"] }) => (
  <StatusBadge status={status} labels={applicantStatusLabel} tones={applicationTone} />
);
