import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-box.tsx";

interface FormDialogProps extends Omit<DialogProps, "open" | "footer"> {
  formId: string;
  /** Verb and noun, as in `ConfirmDialog`. */
  submitLabel: ReactNode;
  tone?: "primary" | "danger";
  pending?: boolean;
}

/** A dialog around a form, with Cancel and Submit. Ctrl Enter or ⌘ Enter submits. */
export function FormDialog(props: FormDialogProps) {
  const { formId, submitLabel, tone = "primary", pending = false, size = "sm", ...rest } = props;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || pending) return;
      const form = document.getElementById(formId);
      // If dialogs are stacked, the focused one handles the key.
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
