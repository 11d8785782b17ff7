import { type ReactNode, useDeferredValue } from "react";

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
  return useDeferredValue(true, false) ? children : instead;
}
