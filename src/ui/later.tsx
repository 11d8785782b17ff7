import { type ReactNode, startTransition, useEffect, useState } from "react";

interface LaterProps {
  /** Placeholder. The default keeps the height of a window, to restore the scroll position. */
  instead?: ReactNode;
  children: ReactNode;
}

/** Renders its children a moment later, to split a long task on phones. */
export function Later({ instead = <div className="min-h-dvh" />, children }: LaterProps) {
  // `useDeferredValue` would not delay later updates.
  const [now, setNow] = useState(false);
  useEffect(() => startTransition(() => setNow(true)), []);
  return now ? children : instead;
}
