// Dialogs. What draws them (dialog-box.tsx) is fetched when the page is at rest, or when the first one is opened: no first screen
// shows one.
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import type { DialogBox } from "./dialog-box.tsx";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons; the main one last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  role?: "dialog" | "alertdialog";
}

let fetched: typeof DialogBox | undefined;

export async function fetchDialogs(): Promise<typeof DialogBox> {
  fetched ??= (await import("./dialog-box.tsx")).DialogBox;
  return fetched;
}

export function Dialog(props: DialogProps) {
  const { open } = props;
  const [, setBox] = useState(() => fetched);
  useEffect(() => {
    if (!open || fetched) return;
    fetchDialogs().then(
      (box) => setBox(() => box),
      (error: unknown) =>
        setBox(() => {
          throw error;
        }),
    );
  }, [open]);
  const Box = fetched;
  return Box ? <Box {...props} /> : null;
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** The consequence, in a sentence. */
  children?: ReactNode;
  /** The verb with its noun: "Delete draft", never "OK". */
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
