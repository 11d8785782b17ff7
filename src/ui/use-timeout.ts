import { useEffect, useRef } from "react";

/** Runs something after a while, unless the person has left the page by then. */
export function useTimeout(): (ms: number, task: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (ms, task) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(task, ms);
  };
}
