// Dialogs. `dialog-box.tsx` loads once the store is open, or when the first dialog opens.
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "./button.tsx";
import type { DialogBox, DialogProps } from "./dialog-box.tsx";
import { showToast } from "./toast.tsx";

let fetched: typeof DialogBox | undefined;

async function fetchBox(): Promise<typeof DialogBox> {
  fetched ??= (await import("./dialog-box.tsx")).DialogBox;
  return fetched;
}

/** A failure is retried when a dialog opens. */
export const prefetchDialogs = (): void => void fetchBox().catch(() => undefined);

export function Dialog(props: DialogProps) {
  const { open, onClose } = props;
  const { t } = useLingui();
  // Triggers a re-render after loading.
  const [, setBox] = useState(() => fetched);
  // Opener of the first dialog, before Headless UI is loaded to remember it.
  const opener = useRef<Element>(null);
  const failed = useEffectEvent(() => {
    if (!open) return;
    showToast({ tone: "danger", title: t`This could not be loaded. Try again when you are online.` });
    onClose();
  });
  useEffect(() => {
    if (!open) {
      if (opener.current instanceof HTMLElement) opener.current.focus();
      opener.current = null;
      return;
    }
    if (!fetched) opener.current = document.activeElement;
    fetchBox().then((box) => setBox(() => box), failed);
  }, [open]);
  const Box = fetched;
  return Box ? <Box {...props} /> : null;
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Verb and noun: "Delete draft", never "OK". */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  tone?: "danger" | "primary";
  pending?: boolean;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel, cancelLabel, tone = "danger", pending } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel ?? <Trans>Cancel</Trans>}</Button>
          <Button variant={tone} pending={pending ?? false} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{children}</div>
    </Dialog>
  );
}
