import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-box.tsx";

interface FormDialogProps extends Omit<DialogProps, "open" | "footer"> {
  /** Of the form inside. */
  formId: string;
  /** The verb with its noun, as on a `ConfirmDialog`. */
  submitLabel: ReactNode;
  tone?: "primary" | "danger";
  pending?: boolean;
}

/** A dialog around a form: its buttons cancel, or send the form, as Ctrl Enter or ⌘ Enter does. */
export function FormDialog(props: FormDialogProps) {
  const { formId, submitLabel, tone = "primary", pending = false, size = "sm", ...rest } = props;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || pending) return;
      const form = document.getElementById(formId);
      // Of two dialogs, one over the other, only the one that has the focus.
      const own = form?.closest("[role=dialog],[role=alertdialog]");
      if (!(form instanceof HTMLFormElement && event.target instanceof Node && own?.contains(event.target))) return;
      event.preventDefault();
      form.requestSubmit();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [formId, pending]);
  return (
    <Dialog
      {...rest}
      open
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
