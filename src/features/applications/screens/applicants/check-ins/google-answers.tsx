import { Trans, useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { useToday } from "#features/common/campaign-rules.ts";
import { fileName } from "#features/reports/exports.ts";
import { formatDate } from "#i18n/format.ts";
import { useQueryOr } from "#state/query.ts";
import { reportsToReview } from "#sync/queries/feedback.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { saveFile } from "#ui/save-file.ts";
import { googleAnswers } from "./answers-text.ts";

interface GoogleAnswersProps {
  campaign: Campaign;
  tasks: readonly Task[];
  applicants: readonly Application[];
}

export function GoogleAnswers(props: GoogleAnswersProps) {
  const { campaign } = props;
  const { t, i18n } = useLingui();
  const today = useToday();
  const reports = useQueryOr(reportsToReview(campaign.id), []);
  const releases = useQueryOr(campaign.app_id === null ? null : releasesOf(campaign.app_id), []);
  const numbers = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 });
  const save = () => {
    const text = googleAnswers(
      { ...props, reports, releases },
      { t, today, date: (value) => formatDate(value, i18n.locale), number: (value) => numbers.format(value) },
    );
    saveFile(fileName(campaign, today, "md"), new Blob([text], { type: "text/markdown" }));
  };
  return (
    <Button size="sm" icon={FileText} onClick={save}>
      <Trans>Answers for Google's form</Trans>
    </Button>
  );
}
