// Toasts: short messages that pass. Spoken through a live region that stands in the page from the start, since a
// region that appears together with its text is not read out. A toast with an action stays until it is used or closed.
// On a phone they come from above: below are the buttons that the thumb is about to press.
import { useLingui } from "@lingui/react/macro";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { textTone } from "./tone.ts";

type ToastTone = "positive" | "info" | "danger";
export interface ToastInput {
  title: ReactNode;
  description?: ReactNode;
  tone?: ToastTone;
  /** One button; the toast then stays. */
  action?: { label: ReactNode; onSelect: () => void };
}
interface Toast extends ToastInput {
  id: number;
}

const SHOWN_MS = 6000;
const toastsAtom = atom<readonly Toast[]>([]);
const lastIdAtom = atom(0);

/** Shows a toast, from anywhere. The text is already translated. Returns what takes it away again. */
export function showToast(input: ToastInput): () => void {
  const store = getDefaultStore();
  const id = store.get(lastIdAtom) + 1;
  store.set(lastIdAtom, id);
  store.set(toastsAtom, (list) => [...list.slice(-3), { ...input, id }]);
  return () => dismiss(id);
}
const dismiss = (id: number) => getDefaultStore().set(toastsAtom, (list) => list.filter((toast) => toast.id !== id));

/** The same as a hook, for components. */
export const useToast = () => showToast;

const icons: { readonly [T in ToastTone]: LucideIcon } = {
  positive: CircleCheck,
  info: Info,
  danger: CircleAlert,
};

export function Toaster() {
  const toasts = useAtomValue(toastsAtom);
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Messages`}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col items-center gap-2 p-4 pt-[calc(4rem+env(safe-area-inset-top))] md:top-auto md:bottom-0 md:items-end md:p-6"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useLingui();
  const [held, setHeld] = useState(false);
  const { id, tone = "positive", action } = toast;
  const passes = !held && !action;
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [passes, id]);
  const Icon = icons[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the toast; nothing is operated here
    <div
      role={tone === "danger" ? "alert" : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-3 rounded-lg border border-line bg-raised p-3 ps-4 shadow-lg"
    >
      <Icon aria-hidden className={cx("mt-2 size-5 shrink-0", textTone[tone])} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold text-sm">{toast.title}</p>
        {toast.description && <p className="text-muted text-sm">{toast.description}</p>}
        {action && (
          <button
            type="button"
            onClick={() => {
              dismiss(id);
              action.onSelect();
            }}
            className="mt-1 min-h-9 font-semibold text-accent text-sm underline-offset-4 hover:underline"
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton icon={X} label={t`Dismiss`} onClick={() => dismiss(id)} />
    </div>
  );
}
