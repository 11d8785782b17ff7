// Keyboard shortcuts: one registry and one listener. Layout and screens register theirs; `?` lists
// them (`shell/shortcuts-dialog.tsx`).
import { atom } from "jotai";
import { type RefObject, useEffect, useRef } from "react";
import { readKey } from "../lib/browser-storage.ts";

export interface Shortcut {
  /** As in `KeyboardEvent.key`; "Mod+k" is Ctrl K, and ⌘ K on a Mac. */
  keys: string;
  label: string;
  run: () => void;
  /** Repeats while the key is held. Never set for decisions. */
  repeats?: boolean;
}
interface Group {
  latest: RefObject<readonly Shortcut[]>;
  /** True for shortcuts of the layout, which work on every page. */
  everywhere: boolean;
  at: RefObject<Element | null> | undefined;
}

const groups = new Set<Group>();
export const shortcutsAtom = atom(false);
export const searchAtom = atom(false);

const isMac = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);
export const keyName = (keys: string) => keys.replace("Mod+", isMac() ? "⌘ " : "Ctrl ").replace(" k", " K");

/**
 * "off" disables single-key shortcuts, which speech input can trigger accidentally (WCAG 2.1.4).
 */
export const SINGLE_KEYS = "single-key-shortcuts";

/** Newest first; the page's before the layout's. */
export const shortcutsInOrder = () =>
  [...groups].reverse().sort((one, other) => Number(one.everywhere) - Number(other.everywhere));

const isTyping = (target: Element) =>
  target.closest("input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]") !== null;

/** Punctuation by its position on a US keyboard, without and with Shift. */
const signs: Record<string, string> = { Slash: "/?", Period: ".>", Comma: ",<", BracketLeft: "[{", BracketRight: "]}" };

/**
 * The shortcut name of a key. Letters and digits of non-Latin scripts map to the key's position on
 * a US keyboard; Latin keys keep their meaning in any layout.
 */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  // Caps Lock must not count as Shift.
  if (/^[a-z]$/i.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  // Full-width letters of an input method ("ｊ").
  if (/^[\uff01-\uff5e]$/.test(key)) return key.normalize("NFKC");
  const isForeign = /^(?=.*[\p{L}\p{Nd}])[^\0-\x7f]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  if (!isForeign) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? signs[code]?.[shiftKey ? 1 : 0] ?? key;
}

function keysOf(event: KeyboardEvent): string | null {
  const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const key = latinKey(event);
  if (altKey || !(target instanceof Element)) return null;
  if (ctrlKey || metaKey) return (isMac() ? metaKey : ctrlKey) && !shiftKey ? `Mod+${key.toLowerCase()}` : null;
  if (isTyping(target) || (key.length === 1 && readKey(SINGLE_KEYS) === "off")) return null;
  // Links and buttons handle Enter themselves.
  return key === "Enter" && target.closest("a,button") ? null : key;
}

function onKey(event: KeyboardEvent): void {
  const keys = event.defaultPrevented ? null : keysOf(event);
  if (!keys || document.querySelector("[role=menu],[role=listbox]")) return;
  // Shortcuts behind a dialog are inactive.
  const dialog = document.querySelector("[role=dialog],[role=alertdialog]");
  for (const { latest, at } of shortcutsInOrder()) {
    const found = latest.current.find((shortcut) => shortcut.keys === keys);
    if (!found || (dialog && !dialog.contains(at?.current ?? null))) continue;
    event.preventDefault();
    if (!event.repeat || found.repeats) found.run();
    return;
  }
}

interface Options {
  /** Marks shortcuts of the layout; the page's take precedence. */
  everywhere?: boolean;
  /** The element they belong to: inside a dialog, only the dialog's shortcuts work. */
  at?: RefObject<Element | null>;
}

/** Registers shortcuts while mounted. Inactive while the user types. */
export function useShortcuts(shortcuts: readonly Shortcut[], { everywhere = false, at }: Options = {}): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const group = { latest, everywhere, at };
    if (groups.size === 0) document.addEventListener("keydown", onKey);
    groups.add(group);
    return () => {
      groups.delete(group);
      if (groups.size === 0) document.removeEventListener("keydown", onKey);
    };
  }, [everywhere, at]);
}
