import { useEffect, useRef } from "react";

/** `setTimeout` and `clearTimeout` of one task, cleared on unmount. */
export function useTimeout(): readonly [later: (ms: number, task: () => void) => void, cancel: () => void] {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const cancel = () => clearTimeout(timer.current);
  const later = (ms: number, task: () => void) => {
    cancel();
    timer.current = setTimeout(task, ms);
  };
  return [later, cancel];
}
