import { Trans } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useEffect, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-box.tsx";

interface CommonProps extends Omit<DialogProps, "open" | "footer"> {
  /** Verb and noun, as in `ConfirmDialog`. */
  submitLabel: ReactNode;
  tone?: "primary" | "danger";
  pending?: boolean;
  /** Accessible name of the form. */
  formLabel?: string;
}
type FormDialogProps = CommonProps &
  (
    | { onSubmit: () => unknown; form?: undefined }
    /** The result of `useForm`. */
    | { form: { send: (event: FormEvent) => unknown; formState: { isSubmitting: boolean } }; onSubmit?: undefined }
  );

/** A dialog around a form, with Cancel and Submit. Ctrl Enter or ⌘ Enter submits. */
export function FormDialog(props: FormDialogProps) {
  const { form, onSubmit, formLabel, submitLabel, tone = "primary", size = "sm", pending, children, ...rest } = props;
  const formId = useId();
  const busy = pending || (form?.formState.isSubmitting ?? false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || busy) return;
      const form = document.getElementById(formId);
      // If dialogs are stacked, the focused one handles the key.
      const own = form?.closest("[role=dialog],[role=alertdialog]");
      if (!(form instanceof HTMLFormElement && event.target instanceof Node && own?.contains(event.target))) return;
      event.preventDefault();
      form.requestSubmit();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [formId, busy]);
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
          <Button type="submit" form={formId} variant={tone} pending={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        noValidate
        id={formId}
        aria-label={formLabel}
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals to the form behind the dialog.
          event.stopPropagation();
          void (form ? form.send(event) : onSubmit());
        }}
        className={form ? "flex flex-col gap-5" : "flex flex-col gap-4"}
      >
        {children}
      </form>
    </Dialog>
  );
}
