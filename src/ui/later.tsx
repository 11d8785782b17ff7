import { type ReactNode, useDeferredValue } from "react";

/**
 * For what stands below a window's first part: it is drawn a moment after that, so that neither is
 * one long task on a phone. Its room is kept, for a page that is scrolled back to where it was.
 */
export function Later({ children }: { children: ReactNode }) {
  const drawn = useDeferredValue(true, false);
  return drawn ? children : <div className="min-h-dvh" />;
}
