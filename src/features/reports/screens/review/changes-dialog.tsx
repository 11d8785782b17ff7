import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { Field } from "../../../../ui/field.tsx";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { TextArea } from "../../../../ui/inputs.tsx";
import { useTextDraft } from "../../../../ui/use-text-draft.ts";
import { CannedPicker } from "./canned-picker.tsx";
import { joined } from "./canned-replies.ts";
import { draftName } from "./draft-name.ts";

interface ChangesDialogProps {
  reports: readonly Feedback[];
  onClose: () => void;
  onRequest: (reason: string) => void;
}

export function ChangesDialog({ reports, onClose, onRequest }: ChangesDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const { text: reason, change: setReason, forget } = useTextDraft(`review-changes:${draftName(reports)}`);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return setError(t`Say what is missing or unclear.`);
    forget();
    onRequest(reason.trim());
  };
  return (
    <FormDialog
      formId={formId}
      onClose={onClose}
      title={<Trans>Request changes</Trans>}
      submitLabel={<Trans>Request changes</Trans>}
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {reports[0] && <p className="line-clamp-2 text-muted">{reports[0].summary}</p>}
        <CannedPicker
          kind="changes"
          onPick={(text) => {
            setReason(joined(reason, text));
            setError(undefined);
          }}
        />
        <Field
          label={t`What should the tester change?`}
          error={error}
          help={t`They get the report back with this message and can send it again.`}
        >
          <TextArea
            rows={4}
            maxLength={2000}
            autoFocus
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
            }}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
