import { useEffect, useState } from "react";

/**
 * Reads a value from the URL, and again when another link to the same page opens in this tab
 * without a reload.
 * @returns the value, and a counter for use as key
 */
export function useAddressLink<T>(read: () => T): [value: T, turn: number] {
  const [opened, setOpened] = useState(() => ({ value: read(), turn: 0 }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is the same for the page
  useEffect(() => {
    // The router's URL changes do not fire this event.
    const again = () => setOpened(({ turn }) => ({ value: read(), turn: turn + 1 }));
    window.addEventListener("hashchange", again);
    return () => window.removeEventListener("hashchange", again);
  }, []);
  return [opened.value, opened.turn];
}
