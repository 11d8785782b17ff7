// Dialogs. What draws them (dialog-box.tsx) is fetched when the page is at rest, or when the first one is opened: no first screen
// shows one.
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { translate } from "../i18n/i18n.ts";
import { Button } from "./button.tsx";
import type { DialogBox } from "./dialog-box.tsx";
import { showToast } from "./toast.tsx";

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
  const { open, onClose } = props;
  const [, setBox] = useState(() => fetched);
  // What opened the first one, which Headless UI has not seen: it was not here yet.
  const opener = useRef<Element>(null);
  const failed = useEffectEvent(() => {
    if (!open) return;
    showToast({ tone: "danger", title: translate(msg`This could not be loaded. Try again with a network.`) });
    onClose();
  });
  useEffect(() => {
    if (!open) {
      if (opener.current instanceof HTMLElement) opener.current.focus();
      opener.current = null;
      return;
    }
    if (!fetched) opener.current = document.activeElement;
    fetchDialogs().then((box) => setBox(() => box), failed);
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
