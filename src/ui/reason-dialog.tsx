import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { TextArea } from "./inputs.tsx";
import { useReason } from "./use-reason.ts";

interface ReasonDialogProps {
  /** The name of the draft. */
  draft: string;
  onClose: () => void;
  title: ReactNode;
  /** What follows, and who reads the reason. */
  help: ReactNode;
  confirmLabel: ReactNode;
  optional?: boolean;
  /** A promise of true closes the dialog; one of false keeps it, with what was typed. */
  onConfirm: (reason: string) => unknown;
  /** Above the reason: more to choose. */
  children?: ReactNode;
}

/** Asks for the reason of a decision. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { draft, onClose, title, help, confirmLabel, optional = false, onConfirm, children } = props;
  const { t } = useLingui();
  const formId = useId();
  const onSend = async (text: string) => {
    const done = await onConfirm(text);
    if (done === true) onClose();
    return done;
  };
  const reason = useReason({ draft, missing: optional ? undefined : t`Required`, onSend });
  return (
    <FormDialog {...{ formId, onClose, title }} submitLabel={confirmLabel} tone="danger" pending={reason.pending}>
      <form id={formId} onSubmit={(event) => void reason.submit(event)} className="flex flex-col gap-4">
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
      </form>
    </FormDialog>
  );
}
