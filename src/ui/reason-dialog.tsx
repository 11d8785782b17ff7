import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { TextArea } from "./inputs.tsx";
import { useTextDraft } from "./use-text-draft.ts";

interface ReasonDialogProps {
  /** The name of the draft. */
  draft: string;
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What happens with the text. */
  help: ReactNode;
  confirmLabel: ReactNode;
  optional?: boolean;
  onConfirm: (reason: string) => void;
}

/** Asks for the text of a decision. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { draft, open, onClose, title, help, confirmLabel, optional = false, onConfirm } = props;
  const { t } = useLingui();
  const formId = useId();
  const { text: reason, change: setReason, forget } = useTextDraft(draft);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!optional && reason.trim() === "") return setError(t`Required`);
    forget();
    onConfirm(reason.trim());
  };
  return (
    <FormDialog
      formId={formId}
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      submitLabel={confirmLabel}
      tone="danger"
    >
      <form id={formId} onSubmit={submit}>
        <Field label={t`Reason`} help={help} error={error} optional={optional}>
          <TextArea
            rows={3}
            maxLength={1000}
            value={reason}
            autoFocus
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
