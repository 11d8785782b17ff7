import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { TextArea } from "./inputs.tsx";
import { useReason } from "./use-reason.ts";

interface ReasonDialogProps {
  draft: string;
  onClose: () => void;
  title: ReactNode;
  /** Consequence, and readers of the reason. */
  help: ReactNode;
  confirmLabel: ReactNode;
  optional?: boolean;
  /** Resolving to true closes the dialog; false keeps it open with the typed text. */
  onConfirm: (reason: string) => unknown;
  children?: ReactNode;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { draft, onClose, title, help, confirmLabel, optional = false, onConfirm, children } = props;
  const { t } = useLingui();
  const onSend = async (text: string) => {
    const done = await onConfirm(text);
    if (done === true) onClose();
    return done;
  };
  const reason = useReason({ draft, missing: optional ? undefined : t`Required`, onSend });
  return (
    <FormDialog
      {...{ onClose, title }}
      submitLabel={confirmLabel}
      tone="danger"
      pending={reason.pending}
      onSubmit={reason.submit}
    >
      {children}
      <Field label={t`Reason`} help={help} error={reason.error} optional={optional}>
        <TextArea
          rows={3}
          maxLength={1000}
          value={reason.text}
          autoFocus
          onChange={(event) => reason.change(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
