import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-box.tsx";

interface FormDialogProps extends Omit<DialogProps, "open" | "footer"> {
  open?: boolean;
  /** Of the form inside. */
  formId: string;
  /** The verb with its noun, as on a `ConfirmDialog`. */
  submitLabel: ReactNode;
  tone?: "primary" | "danger";
  pending?: boolean;
}

/** A dialog around a form: its buttons cancel, or send the form. */
export function FormDialog(props: FormDialogProps) {
  const { open = true, formId, submitLabel, tone = "primary", pending = false, size = "sm", ...rest } = props;
  return (
    <Dialog
      {...rest}
      open={open}
      size={size}
      footer={
        <>
          <Button onClick={rest.onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant={tone} pending={pending}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}
