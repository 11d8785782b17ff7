// Limits typed texts by code points, as the server does. The native `maxLength` counts UTF-16
// units: it accepts half as many emoji, and can cut one in half.
import type { ChangeEvent, CompositionEvent } from "react";
import { firstCharacters } from "../../sync/inputs/single-line.ts";

const characters = (text: string): number => [...text].length;

interface Typed {
  text: string;
  caret: number;
}

/**
 * Shortens the text that was typed or pasted. Never removes text that was there before.
 * @param before the text before this change
 * @param typed the text after it, with the caret at the end of what was typed
 */
export function withinLimit(before: string, typed: Typed, most: number): Typed {
  const { text, caret } = typed;
  if (text.length <= most || characters(text) <= most) return typed;
  const tail = text.slice(caret);
  const kept = Math.min(caret, before.length - tail.length);
  let start = 0;
  while (start < kept && before[start] === text[start]) start += 1;
  if (/[\ud800-\udbff]/.test(text[start - 1] ?? "")) start -= 1;
  const head = text.slice(0, start);
  const fitting = head + firstCharacters(text.slice(start, caret), most - characters(head) - characters(tail));
  return { text: fitting + tail, caret: fitting.length };
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The text of each watched control before its last change. */
const textBefore = new WeakMap<Control, string>();

function watch(control: Control): void {
  if (textBefore.has(control)) return;
  textBefore.set(control, control.value);
  const note = (event: Event): void => {
    // The steps of a composition are one change.
    if (!(event instanceof InputEvent && event.isComposing)) textBefore.set(control, control.value);
  };
  control.addEventListener("beforeinput", note);
  control.addEventListener("compositionstart", note);
}

/** @returns whether the text was too long */
function shorten(control: Control, most: number): boolean {
  const typed = { text: control.value, caret: control.selectionStart ?? control.value.length };
  const { text, caret } = withinLimit(textBefore.get(control) ?? "", typed, most);
  if (text === typed.text) return false;
  control.value = text;
  // Null for e-mail fields.
  if (control.selectionStart !== null) control.setSelectionRange(caret, caret);
  return true;
}

interface Limited<C extends Control> {
  maxLength?: number | undefined;
  onChange?: ((event: ChangeEvent<C>) => void) | undefined;
}

/** Returns the props that replace `maxLength` of a text control. */
export function textLimit<C extends Control>({ maxLength: most, onChange }: Limited<C>) {
  if (most === undefined) return {};
  return {
    maxLength: undefined,
    onFocusCapture: (event: { currentTarget: C }) => watch(event.currentTarget),
    onChange(event: ChangeEvent<C>) {
      const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
      if (!composing) shorten(event.currentTarget, most);
      onChange?.(event);
    },
    onCompositionEnd(event: CompositionEvent<C>) {
      // Cast: handlers read only the control, which both events have.
      if (shorten(event.currentTarget, most)) onChange?.(event as unknown as ChangeEvent<C>);
    },
  };
}
