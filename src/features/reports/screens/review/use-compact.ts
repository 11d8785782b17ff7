import { useState } from "react";
import { readKey, writeKey } from "#lib/browser-storage.ts";

const KEY = "review-list";

/** Whether the list shows one line per report. Stored on this device. */
export function useCompact(): [compact: boolean, set: (compact: boolean) => void] {
  const [compact, setCompact] = useState(() => readKey(KEY) === "compact");
  return [
    compact,
    (next) => {
      setCompact(next);
      writeKey(KEY, next ? "compact" : null);
    },
  ];
}
