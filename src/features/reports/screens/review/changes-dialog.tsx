import { Plural, useLingui } from "@lingui/react/macro";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { useReason } from "#ui/use-reason.ts";
import { tooLong } from "../../reply-rules.ts";
import { draftName } from "./draft-name.ts";
import { ReplyPicker } from "./reply-picker.tsx";

interface ChangesDialogProps {
  reports: readonly Feedback[];
  onClose: () => void;
  onRequest: (reason: string) => void;
}

export function ChangesDialog({ reports, onClose, onRequest }: ChangesDialogProps) {
  const { t } = useLingui();
  const reason = useReason({
    draft: `review-changes:${draftName(reports)}`,
    missing: t`Say what is missing or unclear.`,
    wrong: (text) =>
      tooLong(text, reports) ? t`With the names filled in, this is longer than 2,000 characters.` : undefined,
    onSend: onRequest,
  });
  return (
    <FormDialog
      size="md"
      onSubmit={reason.submit}
      onClose={onClose}
      title={<Plural value={reports.length} one="Request changes" other="Request changes to # reports" />}
      submitLabel={<Plural value={reports.length} one="Request changes" other="Request changes to # reports" />}
    >
      {reports.length === 1 && reports[0] && <p className="line-clamp-2 text-muted">{reports[0].summary}</p>}
      <ReplyPicker kind="changes" reports={reports} text={reason.text} onChange={reason.change} />
      <Field
        label={t`What should the tester change?`}
        error={reason.error}
        help={
          reports.length === 1
            ? t`They get the report back with this message and can send it again.`
            : t`Each of them gets their report back with this message and can send it again.`
        }
      >
        <TextArea
          rows={4}
          maxLength={2000}
          autoFocus
          value={reason.text}
          onChange={(event) => reason.change(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
