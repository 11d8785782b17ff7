import { useState } from "react";
import { placeOf, readDraft, saveDraft } from "../lib/drafts.ts";
import { useDraftPlace } from "./use-draft-place.ts";

export interface TextDraft {
  text: string;
  change: (text: string) => void;
  /** Renames the draft when its subject has changed. */
  moveTo: (name: string) => void;
  forget: () => void;
}

const save = (place: string, text: string) => saveDraft(place, text === "" ? null : text);

/** Drafts of single texts, which survive a reload and a crash. */
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
