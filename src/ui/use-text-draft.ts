import { useState } from "react";
import { placeOf, readDraft, saveDraft } from "../lib/drafts.ts";
import { useDraftPlace } from "./use-draft-place.ts";

export interface TextDraft {
  text: string;
  change: (text: string) => void;
  /** Puts the text under another name: what it is for has changed. */
  moveTo: (name: string) => void;
  /** Deletes the draft, once the text is sent. */
  forget: () => void;
}

export const hasTextDraft = (name: string): boolean => readDraft(placeOf(name)) !== undefined;

const save = (place: string, text: string) => saveDraft(place, text === "" ? null : text);

/** The one draft mechanism for single texts: they outlive a reload and a killed browser. */
export function useTextDraft(name: string): TextDraft {
  const place = useDraftPlace(name);
  const [text, setText] = useState(() => {
    const draft = readDraft(place);
    return typeof draft === "string" ? draft : "";
  });
  return {
    text,
    change(next) {
      setText(next);
      save(place, next);
    },
    moveTo(other) {
      saveDraft(place, null);
      save(placeOf(other), text);
    },
    forget: () => saveDraft(place, null),
  };
}
