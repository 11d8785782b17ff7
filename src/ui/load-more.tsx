// The end of a list that is read page by page: asks for the next one as it comes near, and by a
// button for whoever does not scroll.
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";

export function LoadMore({ onMore }: { onMore: (() => void) | null }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !onMore) return;
    const observer = new IntersectionObserver(
      // Several at once on a busy machine, the newest last: "out of view" and then "in view" is in
      // view.
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
