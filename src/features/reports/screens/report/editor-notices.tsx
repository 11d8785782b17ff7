// Explains why a report was reopened and why it cannot be sent. Shown above the form.
import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { rejectionText } from "#features/sync/failures.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { Section } from "#ui/card.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommentThread } from "../../widgets/comment-thread.tsx";

interface EditorNoticesProps {
  report: OwnReport;
  blocked: MessageDescriptor | null;
}

export function EditorNotices({ report, blocked }: EditorNoticesProps) {
  const { t } = useLingui();
  return (
    <>
      {report.rejection && (
        <Notice tone="danger" title={<Trans>The server did not accept this report</Trans>}>
          <p>{t(rejectionText(report.rejection.code))}</p>
          {!blocked && (
            <p>
              <Trans>Nothing is lost: change what is needed and send it again.</Trans>
            </p>
          )}
        </Notice>
      )}
      {!report.rejection && report.status === "changes_requested" && (
        <>
          <Notice tone="caution" title={<Trans>The developer has requested changes</Trans>}>
            <p className="whitespace-pre-wrap break-words">{report.reason}</p>
          </Notice>
          <Section title={t`Answer the developer`}>
            <CommentThread
              report={report}
              empty={t`A question, or a reason not to change something? Write it here. The report stays open for changes.`}
            />
          </Section>
        </>
      )}
      {blocked && <Notice tone="caution">{t(blocked)}</Notice>}
    </>
  );
}
