// The end of a paginated list: loads the next page when it comes near the viewport, or with a
// button.
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";

export function LoadMore({ onMore }: { onMore: (() => void) | null }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !onMore) return;
    const observer = new IntersectionObserver(
      // A busy machine delivers several entries at once: the newest is last.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) onMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onMore]);
  if (!onMore) return null;
  return (
    <div ref={mark} className="grid place-items-center py-2">
      <Button onClick={onMore}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  );
}
