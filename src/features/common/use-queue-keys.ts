import { useLingui } from "@lingui/react/macro";
import type { RefObject } from "react";
import { type Shortcut, useShortcuts } from "../../ui/shortcuts.ts";

interface QueueKeys {
  labels: Readonly<Record<"next" | "previous" | "read" | "choose", string>>;
  step: (by: 1 | -1) => void;
  /** Null inside of the item. */
  read: (() => void) | null;
  choose: (() => void) | null;
  undo: () => void;
  decisions: readonly Shortcut[];
  /** See `useShortcuts`. */
  at?: RefObject<Element | null>;
}

/** The shortcuts of a list of items to decide: reports, or sets of results. */
export function useQueueKeys({ labels, step, read, choose, undo, decisions, at }: QueueKeys): void {
  const { t } = useLingui();
  useShortcuts(
    [
      { keys: "j", label: labels.next, run: () => step(1), repeats: true },
      { keys: "k", label: labels.previous, run: () => step(-1), repeats: true },
      ...(read ? [{ keys: "Enter", label: labels.read, run: read }] : []),
      ...decisions,
      ...(choose ? [{ keys: "x", label: labels.choose, run: choose }] : []),
      { keys: "u", label: t`Undo the last answer`, run: undo },
      // Listed here for the shortcut dialog; `ui/form-dialog.tsx` handles the key.
      { keys: "Mod+Enter", label: t`Send the answer`, run: () => undefined },
    ],
    at ? { at } : {},
  );
}
