import { useState } from "react";
import { readDraft, saveDraft } from "../lib/drafts.ts";

export interface TextDraft {
  text: string;
  change: (text: string) => void;
  /** Puts the text under another name: what it is for has changed. */
  moveTo: (name: string) => void;
  /** Deletes the draft, once the text is sent. */
  forget: () => void;
}

export const hasTextDraft = (name: string): boolean => readDraft(name) !== undefined;

const save = (name: string, text: string) => saveDraft(name, text === "" ? null : text);

/** The one draft mechanism for single texts: they outlive a reload and a killed browser. */
export function useTextDraft(name: string): TextDraft {
  const [text, setText] = useState(() => {
    const draft = readDraft(name);
    return typeof draft === "string" ? draft : "";
  });
  return {
    text,
    change(next) {
      setText(next);
      save(name, next);
    },
    moveTo(other) {
      saveDraft(name, null);
      save(other, text);
    },
    forget: () => saveDraft(name, null),
  };
}
