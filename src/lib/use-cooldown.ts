import { useEffect, useState } from "react";

/** Seconds until an action is allowed again. */
export function useCooldown(seconds: number): [left: number, start: () => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return [left, () => setUntil(Date.now() + seconds * 1000)];
}
