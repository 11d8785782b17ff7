import { useEffect, useState } from "react";

/**
 * What was chosen, at once: the store answers a moment later, and until then a control would jump
 * back.
 * @returns what to show, and how to say what is wanted; null: what is stored stands
 */
export function useWanted<T>(stored: T): [shown: T, want: (value: T | null) => void] {
  const [wanted, setWanted] = useState<T | null>(null);
  useEffect(() => setWanted((now) => (now === stored ? null : now)), [stored]);
  return [wanted ?? stored, setWanted];
}
