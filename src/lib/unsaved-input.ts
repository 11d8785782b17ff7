// The last texts that a person typed on this page, in memory only: if a screen crashes, they can
// still be copied.
// Forms keep drafts of their own; this is for the fields that have none. Never passwords, never on
// disk.

export interface UnsavedText {
  label: string;
  text: string;
}
const texts = new Map<string, UnsavedText>();
const KEEP = 20;

function labelOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.labels?.[0]?.textContent?.trim() || field.getAttribute("aria-label") || field.name || field.type;
}

export function trackUnsavedInput(): void {
  document.addEventListener("input", (event) => {
    const field = event.target;
    const isText =
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && ["text", "email", "url", "search"].includes(field.type));
    // A password that is being shown is a text field too: its autocomplete says what it is.
    if (!isText || field.autocomplete.includes("password")) return;
    const label = labelOf(field);
    const key = `${window.location.pathname} ${label}`;
    texts.delete(key);
    if (field.value.trim() !== "") texts.set(key, { label, text: field.value });
    if (texts.size > KEEP) texts.delete(texts.keys().next().value ?? "");
  });
}

export function unsavedTexts(): UnsavedText[] {
  const here = `${window.location.pathname} `;
  return [...texts].filter(([key]) => key.startsWith(here)).map(([, typed]) => typed);
}
