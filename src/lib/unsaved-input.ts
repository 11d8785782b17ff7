// The last texts typed on this page, in memory: if a screen crashes, they can be copied. For fields
// outside forms, which have drafts of their own. Never passwords, never on disk.

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
    // A visible password is a text field too: its autocomplete tells.
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
