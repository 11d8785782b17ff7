import { useEffect } from "react";

/** Names the document after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Betaflock`;
  }, [title]);
}
