import { useLingui } from "@lingui/react/macro";
import type { Application } from "../../../../sync/schema/applications.ts";
import { Badge } from "../../../ui/badge.tsx";
import { applicantStatusLabel, applicationStatusLabel, applicationTone } from "../labels.ts";

export function ApplicationStatus({ status }: { status: Application["status"] }) {
  const { t } = useLingui();
  return <Badge tone={applicationTone[status]}>{t(applicationStatusLabel[status])}</Badge>;
}

/** The same beside the person who applied. */
export function ApplicantStatus({ status }: { status: Application["status"] }) {
  const { t } = useLingui();
  return <Badge tone={applicationTone[status]}>{t(applicantStatusLabel[status])}</Badge>;
}
