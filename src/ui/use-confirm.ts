import { useState } from "react";

/**
 * State of a confirmation. Pass `dialog` to ConfirmDialog; `onConfirm` closes it before or after
 * its work.
 */
export function useConfirm(onConfirm: (close: () => void) => Promise<unknown>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    ask: () => setOpen(true),
    dialog: { open, onClose: close, onConfirm: () => void onConfirm(close) },
  };
}
