// Input methods (Japanese, Chinese, Korean and others) use Enter, Escape, Backspace and digits to
// select candidates. The app must ignore these key presses.

/**
 * WebKit ends the composition before it reports the key that ended it. Only key code 229 shows
 * this. https://bugs.webkit.org/show_bug.cgi?id=165004
 */
const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229;

/** Stops composition key events before all handlers of the page. The browser handles them. */
export function ignoreComposingKeys(): void {
  for (const type of ["keydown", "keypress", "keyup"] as const)
    window.addEventListener(type, (event) => isComposing(event) && event.stopImmediatePropagation(), { capture: true });
}
