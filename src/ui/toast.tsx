// Toasts: temporary messages. Announced through a permanent live region, because one added with its
// text is not read out. A toast with an action stays until used or closed. Toasts cover neither
// content nor navigation: page, sticky bars and dialogs leave space at the window's lower edge
// (`toasts` in `theme.css`).
import { useLingui } from "@lingui/react/macro";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./button.tsx";
import { textTone } from "./color-role.ts";
import { cx } from "./cx.ts";
import { observeHeight } from "./root-marks.ts";

type ToastTone = "positive" | "info" | "danger";
/** A text from t`…` keeps its language; use <Trans> in toasts that stay. */
export interface ToastInput {
  /** Replaces an older toast of the same subject. Defaults to a title that is plain text. */
  subject?: string;
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
const MOST = 3;
const toastsAtom = atom<readonly Toast[]>([]);
const lastIdAtom = atom(0);
/** The last toast held by each open dialog or menu. */
const heldAtom = atom<readonly { upTo: number }[]>([]);
export const shownToastsAtom = atom((get) => {
  const upTo = get(heldAtom).at(-1)?.upTo ?? 0;
  return get(toastsAtom).filter(({ id }) => id > upTo);
});

/** Shows a translated text; callable from anywhere. Returns a function that removes it. */
export function showToast(input: ToastInput): () => void {
  const store = getDefaultStore();
  const id = store.get(lastIdAtom) + 1;
  store.set(lastIdAtom, id);
  const subject = input.subject ?? (typeof input.title === "string" ? input.title : undefined);
  store.set(toastsAtom, (list) => {
    const others = list.filter((toast) => subject === undefined || toast.subject !== subject);
    return [...others.slice(1 - MOST), { ...input, ...(subject === undefined ? {} : { subject }), id }];
  });
  return () => dismiss(id);
}
const dismiss = (id: number) => getDefaultStore().set(toastsAtom, (list) => list.filter((toast) => toast.id !== id));

/** Removes the toast of a subject once the page itself says more. */
export const clearToast = (subject: string) =>
  getDefaultStore().set(toastsAtom, (list) => list.filter((toast) => toast.subject !== subject));

/** Removes all, when the person whom they concern logs out. */
export const clearToasts = () => getDefaultStore().set(toastsAtom, []);

/**
 * Keeps shown toasts while a dialog or menu is open, so that it does not move. New toasts appear
 * beside a dialog, but wait for a menu, which leaves no room.
 * @returns releases them
 */
export function holdToasts(which: "shown" | "all" = "shown"): () => void {
  const store = getDefaultStore();
  const mine = { upTo: which === "all" ? Number.POSITIVE_INFINITY : store.get(lastIdAtom) };
  store.set(heldAtom, (all) => [...all, mine]);
  return () => store.set(heldAtom, (all) => all.filter((one) => one !== mine));
}

const icons: { readonly [T in ToastTone]: LucideIcon } = {
  positive: CircleCheck,
  info: Info,
  danger: CircleAlert,
};

const observeOwnHeight = observeHeight("--toasts-height");

/** True where Escape has another meaning: in dialogs, menus, search fields and inputs. */
const ownsEscape = (target: EventTarget | null) =>
  document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null ||
  (target instanceof Element && target.matches("input, textarea, select, [contenteditable]"));

export function Toaster() {
  const toasts = useAtomValue(shownToastsAtom);
  const { t } = useLingui();
  // React cannot hydrate portals.
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  const newest = toasts.at(-1)?.id;

  /** Removes the toast and restores the previous focus. */
  const close = (id: number) => {
    const inside = region.current?.contains(document.activeElement) === true;
    dismiss(id);
    if (!inside) return;
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById("main");
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  /** @returns true if there was one */
  const closeNewest = useRef<() => boolean>(() => false);
  useEffect(() => {
    closeNewest.current = () => {
      if (newest !== undefined) close(newest);
      return newest !== undefined;
    };
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (!region.current?.contains(document.activeElement) && ownsEscape(event.target)) return;
      // A dialog would handle the key too and close.
      if (closeNewest.current()) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);

  if (!alive) return null;
  // Rendered in the body: page content is inert while a dialog is open, and would not be announced.
  return createPortal(
    <section
      ref={region}
      aria-label={t`Messages`}
      data-print="hide"
      onFocus={({ relatedTarget }) => {
        if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
    >
      <div
        ref={observeOwnHeight}
        role="status"
        aria-atomic="false"
        className={cx("toasts", toasts.length > 0 && "pb-3")}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </div>
    </section>,
    document.body,
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering pauses the toast
    <div
      role={tone === "danger" ? "alert" : undefined}
      data-toast=""
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-2 rounded-lg border border-line bg-raised ps-3 shadow-lg"
    >
      <Icon aria-hidden className={cx("mt-3 size-5 shrink-0 md:pointer-fine:mt-2.5", textTone[tone])} />
      {/* A single line of text is as high as the close button. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-3 text-sm leading-5 md:pointer-fine:py-2.5">
        <p className="flex-1 basis-24 font-semibold">{toast.title}</p>
        {action && (
          <button
            type="button"
            onClick={() => {
              onClose();
              action.onSelect();
            }}
            className="-my-2 min-h-9 font-semibold text-accent underline-offset-4 hover:underline"
          >
            {action.label}
          </button>
        )}
        {toast.description && <p className="w-full text-muted">{toast.description}</p>}
      </div>
      <IconButton icon={X} label={t`Dismiss`} onClick={onClose} />
    </div>
  );
}
