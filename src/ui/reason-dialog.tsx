import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { TextArea } from "./inputs.tsx";
import { useReason } from "./use-reason.ts";

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
  const reason = useReason({ draft, missing: optional ? undefined : t`Required`, onSend: onConfirm });
  return (
    <FormDialog formId={formId} open={open} onClose={onClose} title={title} submitLabel={confirmLabel} tone="danger">
      <form id={formId} onSubmit={reason.submit}>
        <Field label={t`Reason`} help={help} error={reason.error} optional={optional}>
          <TextArea
            rows={3}
            maxLength={1000}
            value={reason.text}
            autoFocus
            onChange={(event) => reason.change(event.target.value)}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
