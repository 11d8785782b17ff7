import { useState } from "react";
import { readKey, writeKey } from "../lib/browser-storage.ts";

/** Whether a list is compact. Stored on this device under the key. */
export function useCompact(key: string): [compact: boolean, set: (compact: boolean) => void] {
  const [compact, setCompact] = useState(() => readKey(key) === "compact");
  return [
    compact,
    (next) => {
      setCompact(next);
      writeKey(key, next ? "compact" : null);
    },
  ];
}
