// Keeps recently typed texts in memory, so that they can be copied after a crash. For fields
// outside forms, which have drafts. Never contains passwords.

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
    // A revealed password is a text field, so check its autocomplete.
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
