import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useToday } from "#features/common/campaign-rules.ts";
import { useQueryOr } from "#state/query.ts";
import { useSync } from "#state/sync.ts";
import { applicationTo } from "#sync/queries/applications.ts";
import { briefById, campaignById } from "#sync/queries/campaigns.ts";
import { isUntouched, type OwnReport } from "#sync/queries/feedback.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { FormBar } from "#ui/form-bar.tsx";
import { BackLink, Page } from "#ui/page-header.tsx";
import { KnownIssues } from "../../widgets/known-issues.tsx";
import { ReportStatus } from "../../widgets/report-status.tsx";
import { ReportTimeline } from "../../widgets/report-timeline.tsx";
import { AttachmentField } from "./attachment-field.tsx";
import { BuildChoice } from "./build-choice.tsx";
import { DeleteReport } from "./delete-report.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { LikelyMatches } from "./likely-matches.tsx";
import { ReportFields } from "./report-fields.tsx";
import { problemsOf } from "./report-rules.ts";
import { SavedLine } from "./saved-line.tsx";
import { ReadBack } from "./send-confirmation.tsx";
import { sendingBlocked } from "./sending.ts";
import { useReportDraft } from "./use-report-draft.ts";

export function Editor({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const today = useToday();
  const sync = useSync();
  const form = useRef<HTMLFormElement>(null);
  const draft = useReportDraft(report);
  const [tried, setTried] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const campaign = useQueryOr(campaignById(report.campaign_id), null);
  const application = useQueryOr(applicationTo(report.campaign_id, report.tester_id), null);
  const brief = useQueryOr(briefById(report.campaign_id), null);
  const problems = problemsOf(draft.values);
  const blocked = sendingBlocked(report, application, campaign, today);
  const touched = !isUntouched(report);

  // Asks the browser for persistent storage, because the draft is not on the server yet.
  useEffect(() => {
    if (touched) void sync?.persist();
  }, [touched, sync]);

  const review = async () => {
    // Render synchronously, so that the first error gets the focus before the user types elsewhere.
    flushSync(() => setTried(true));
    if (Object.keys(problems).length > 0) {
      const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid]");
      (wrong?.matches("input,textarea") ? wrong : wrong?.querySelector<HTMLElement>("input"))?.focus();
      return;
    }
    if (await draft.flush()) setReviewing(true);
  };

  return (
    <Page
      title={report.status === "draft" && !report.rejection ? t`Write a report` : t`Revise your report`}
      badge={<ReportStatus report={report} />}
      back={
        <BackLink to="/tester/tests/$campaignId" params={{ campaignId: report.campaign_id }}>
          {report.campaign_title}
        </BackLink>
      }
    >
      <EditorNotices report={report} blocked={blocked} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <form
          ref={form}
          noValidate
          onBlur={() => void draft.flush()}
          onSubmit={(event) => {
            event.preventDefault();
            void review();
          }}
          className="flex min-w-0 flex-col gap-6"
        >
          <ReportFields
            draft={draft}
            problems={tried ? problems : {}}
            campaign={campaign}
            afterSummary={
              <LikelyMatches typed={draft.values.summary} known={brief?.known_issues ?? []} application={application} />
            }
          />
          <BuildChoice draft={draft} campaign={campaign} application={application} brief={brief} />
          <AttachmentField report={report} />
          <FormBar>
            <SavedLine report={report} draft={draft} />
            <Button type="submit" variant="primary" disabled={blocked !== null} className="max-sm:w-full">
              <Trans>Review and send</Trans>
            </Button>
          </FormBar>
        </form>
        <div className="beside flex flex-col gap-6">
          {report.history.length > 2 && (
            <Section title={t`So far`}>
              <ReportTimeline report={report} />
            </Section>
          )}
          <KnownIssues issues={brief?.known_issues ?? []} application={application} />
          <DeleteReport report={report} />
        </div>
      </div>
      {reviewing && <ReadBack report={report} draft={draft} onClose={() => setReviewing(false)} />}
    </Page>
  );
}
