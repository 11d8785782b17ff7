import { type ReactNode, startTransition, useEffect, useState } from "react";

interface LaterProps {
  /** Until then. Without it the room of a window is kept, for a page that is scrolled back. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * Drawn a moment after what stands around it, so that both together are not one long task on a
 * phone: the page within the frame, and what stands below a window's first part.
 */
export function Later({ instead = <div className="min-h-dvh" />, children }: LaterProps) {
  // Not `useDeferredValue`: what is drawn for a deferred value of the page would not wait again.
  const [now, setNow] = useState(false);
  useEffect(() => startTransition(() => setNow(true)), []);
  return now ? children : instead;
}
