// Dialogs. What draws them (dialog-box.tsx) is fetched when the page is at rest, or when the first
// one is opened: no first screen shows one.
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "./button.tsx";
import type { DialogBox, DialogProps } from "./dialog-box.tsx";
import { useToast } from "./toast.tsx";

let fetched: typeof DialogBox | undefined;

async function fetchBox(): Promise<typeof DialogBox> {
  fetched ??= (await import("./dialog-box.tsx")).DialogBox;
  return fetched;
}

/**
 * When the page has nothing else to do; after two seconds where the browser cannot tell (Safari).
 */
export function fetchDialogsAtRest(): void {
  // What fails is asked for again when a dialog is opened.
  const fetching = () => void fetchBox().catch(() => undefined);
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetching);
  else setTimeout(fetching, 2_000);
}

export function Dialog(props: DialogProps) {
  const { open, onClose } = props;
  const { t } = useLingui();
  const toast = useToast();
  // Drawn again when it is here.
  const [, setBox] = useState(() => fetched);
  // What opened the first one, which Headless UI has not seen: it was not here yet.
  const opener = useRef<Element>(null);
  const failed = useEffectEvent(() => {
    if (!open) return;
    toast({ tone: "danger", title: t`This could not be loaded. Try again with a network.` });
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
