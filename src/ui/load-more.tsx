// The end of a paginated list: loads the next page near the viewport or on click. The button stays
// while focused, even after the last page.
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";

export function LoadMore({ onMore }: { onMore: (() => void) | null }) {
  const mark = useRef<HTMLDivElement>(null);
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    const element = mark.current;
    if (!element || !onMore) return;
    const observer = new IntersectionObserver(
      // A busy browser delivers several entries at once, the newest last.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) onMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onMore]);
  if (!onMore && !hasFocus) return null;
  return (
    <div ref={mark} className="grid place-items-center py-2">
      <Button
        aria-disabled={onMore ? undefined : true}
        onClick={onMore ?? undefined}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {onMore ? <Trans>Show more</Trans> : <Trans>That is all</Trans>}
      </Button>
    </div>
  );
}
