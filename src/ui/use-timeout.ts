import { useEffect, useRef } from "react";

/** `setTimeout` that is cleared on unmount. */
export function useTimeout(): (ms: number, task: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (ms, task) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(task, ms);
  };
}
