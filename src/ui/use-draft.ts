import { useState } from "react";
import { keepDraft, readDraft } from "../lib/drafts.ts";

/**
 * One text that outlives the page. @returns the text, what changes it, and what forgets it once it
 * is sent
 */
export function useDraft(name: string): [text: string, change: (text: string) => void, forget: () => void] {
  const [text, setText] = useState(() => {
    const kept = readDraft(name);
    return typeof kept === "string" ? kept : "";
  });
  const change = (next: string) => {
    setText(next);
    keepDraft(name, next === "" ? null : next);
  };
  return [text, change, () => keepDraft(name, null)];
}
