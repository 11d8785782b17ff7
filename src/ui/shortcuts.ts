// Keyboard shortcuts: one registry and one listener. The frame and each screen say what they have,
// and `?` lists it (shell/shortcuts-dialog.tsx).
import { atom } from "jotai";
import { type RefObject, useEffect, useRef } from "react";
import { readKey } from "../lib/browser-storage.ts";

export interface Shortcut {
  /** As `KeyboardEvent.key` has it; "Mod+k" is Ctrl K, and ⌘ K on a Mac. */
  keys: string;
  /** What it does, as the list says it. */
  label: string;
  run: () => void;
}
interface Group {
  latest: RefObject<readonly Shortcut[]>;
  /** Of the frame, on every page. */
  everywhere: boolean;
  at: RefObject<Element | null> | undefined;
}

const groups = new Set<Group>();
/** The list is open. */
export const shortcutsAtom = atom(false);
/** Search and commands are open (shell/search-anywhere.tsx). */
export const searchAtom = atom(false);

const isMac = () => /Mac|iP(hone|ad|od)/.test(navigator.platform);
/** As it stands on the keyboard. */
export const keyName = (keys: string) => keys.replace("Mod+", isMac() ? "⌘ " : "Ctrl ").replace(" k", " K");

/**
 * "off": shortcuts of a single key are turned off, which dictation presses without meaning to (WCAG
 * 2.1.4).
 */
export const SINGLE_KEYS = "single-key-shortcuts";

/** Newest first; the page's before those of every page. */
export const shortcutsInOrder = () =>
  [...groups].reverse().sort((one, other) => Number(one.everywhere) - Number(other.everywhere));

const isTyping = (target: Element) =>
  target.closest("input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]") !== null;

function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): string | null {
  if (altKey || !(target instanceof Element)) return null;
  if (ctrlKey || metaKey) return (isMac() ? metaKey : ctrlKey) && !shiftKey ? `Mod+${key.toLowerCase()}` : null;
  if (isTyping(target) || (key.length === 1 && readKey(SINGLE_KEYS) === "off")) return null;
  // Enter on a link or a button is theirs.
  return key === "Enter" && target.closest("a,button") ? null : key;
}

function onKey(event: KeyboardEvent): void {
  const keys = event.defaultPrevented ? null : keysOf(event);
  if (!keys || document.querySelector("[role=menu],[role=listbox]")) return;
  // What is behind a dialog is out of reach.
  const dialog = document.querySelector("[role=dialog],[role=alertdialog]");
  for (const { latest, at } of shortcutsInOrder()) {
    const found = latest.current.find((shortcut) => shortcut.keys === keys);
    if (!found || (dialog && !dialog.contains(at?.current ?? null))) continue;
    event.preventDefault();
    found.run();
    return;
  }
}

interface Options {
  /** They belong to the frame: a page's own come first. */
  everywhere?: boolean;
  /** Where they belong to: within a dialog only those of its own count. */
  at?: RefObject<Element | null>;
}

/** Registers shortcuts while the component is there. Silent while somebody types. */
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
