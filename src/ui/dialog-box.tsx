// A dialog with focus trap, closed by Escape and backdrop, which returns the focus (Headless UI). A
// sheet on a phone. Animated with CSS only, because Headless UI's `transition` can leave an
// invisible dialog over the page when it closes while opening.
import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Headless } from "@headlessui/react";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { useRootMark } from "./root-marks.ts";
import { holdToasts } from "./toast.tsx";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Keeps the height while the content changes, so that the buttons do not move. */
  steady?: boolean;
  role?: "dialog" | "alertdialog";
}

const widths = { sm: "md:max-w-md", md: "md:max-w-xl", lg: "md:max-w-4xl" } as const;

export function DialogBox(props: DialogProps) {
  const { open, onClose, title, children, footer, size = "md", steady = false, role = "dialog" } = props;
  const { t } = useLingui();
  useRootMark("dialog", open);
  useEffect(() => (open ? holdToasts() : undefined), [open]);
  // Covers the screen, because menus inside are positioned from its corner and must not move when
  // the page grows. Hidden in print, but mounted, or Headless UI would close it.
  return (
    <Headless open={open} onClose={onClose} role={role} className="fixed inset-0 z-50 print:invisible">
      <DialogBackdrop className="fixed inset-0 bg-black/45 transition-opacity duration-150 starting:opacity-0" />
      <div className="fixed inset-0 grid grid-cols-1 items-end pb-(--toasts) md:place-items-center md:px-6 md:pt-6 md:pb-[calc(1.5rem+var(--toasts))]">
        <DialogPanel
          className={cx(
            "flex max-h-[min(92dvh,calc(100dvh-var(--toasts)))] w-full flex-col rounded-t-xl bg-raised shadow-lg md:max-h-[min(85dvh,calc(100dvh-3rem-var(--toasts)))] md:rounded-xl",
            "transition duration-150 ease-out starting:translate-y-4 starting:opacity-0",
            widths[size],
            steady && "h-[36rem]",
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4">
            <DialogTitle className="pt-1.5 text-lg">{title}</DialogTitle>
            <IconButton icon={X} label={t`Close`} onClick={onClose} className="-me-2" />
          </div>
          <div
            className={cx(
              "min-h-0 flex-1 overflow-y-auto px-5 pt-2",
              footer ? "pb-5" : "pb-[calc(1.25rem+env(safe-area-inset-bottom))]",
            )}
          >
            {children}
          </div>
          {footer && (
            <div className="safe-bottom border-line border-t">
              <div className="flex flex-col-reverse gap-2 px-5 py-4 md:flex-row md:justify-end">{footer}</div>
            </div>
          )}
        </DialogPanel>
      </div>
    </Headless>
  );
}
