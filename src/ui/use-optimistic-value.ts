import { useEffect, useState } from "react";

/**
 * Optimistic value of a control, because the stored one arrives later and the control would jump
 * back.
 * @returns the value to show, and its setter; null reverts to the stored value
 */
export function useOptimisticValue<T>(stored: T): [shown: T, want: (value: T | null) => void] {
  const [wanted, setWanted] = useState<T | null>(null);
  useEffect(() => setWanted((now) => (now === stored ? null : now)), [stored]);
  return [wanted ?? stored, setWanted];
}
