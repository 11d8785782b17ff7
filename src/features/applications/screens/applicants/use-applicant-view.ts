import { useState } from "react";
import { readKey, writeKey } from "#lib/browser-storage.ts";
import { useWide } from "#ui/use-wide.ts";

const KEY = "applicants-view";
const views = ["cards", "table"] as const;
type ApplicantView = (typeof views)[number];

/**
 * Table or cards: by default a table if it fits. The choice is stored on this device. A phone
 * always shows cards.
 */
export function useApplicantView(): [view: ApplicantView, choose: (view: ApplicantView) => void] {
  const [chosen, setChosen] = useState(() => views.find((one) => one === readKey(KEY)));
  const phone = !useWide("48rem");
  const room = useWide();
  return [
    phone ? "cards" : (chosen ?? (room ? "table" : "cards")),
    (view) => {
      setChosen(view);
      writeKey(KEY, view);
    },
  ];
}
