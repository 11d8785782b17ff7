import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { observeHeight, useRootMark } from "./root-marks.ts";

const observeOwnHeight = observeHeight("--form-bar-height");

interface FormBarProps {
  /** On a phone, sticky actions replace the bottom bar (`base.css`). */
  sticky?: boolean;
  children: ReactNode;
}

/** The actions of a form. */
export function FormBar({ sticky = true, children }: FormBarProps) {
  const place = useRef<HTMLDivElement>(null);
  // A bar sticks within its form only. Elsewhere on the page, the navigation stays.
  const [inView, setInView] = useState(true);
  useRootMark("form-bar", sticky && inView);
  useEffect(() => {
    if (!sticky || !place.current) return;
    const stopHeight = observeOwnHeight(place.current);
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true));
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      stopHeight?.();
      setInView(true);
    };
  }, [sticky]);
  return (
    <div
      ref={place}
      data-stays={sticky ? "" : undefined}
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
        sticky &&
          "sticky bottom-(--over-page) z-20 -mx-4 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0",
      )}
    >
      {children}
    </div>
  );
}
