import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx.ts";
import { observeHeight, useRootMark } from "./root-marks.ts";

const observeOwnHeight = observeHeight("--form-bar-height");

interface FormBarProps {
  /** On a phone, sticky actions replace the bottom bar (`base.css`). */
  sticky?: boolean;
  /** While the form is out of view, a sticky bar is at the lower edge of the page instead. */
  follows?: boolean;
  children: ReactNode;
}

/** The actions of a form. */
export function FormBar({ sticky = true, follows = false, children }: FormBarProps) {
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
  const edge = sticky && follows && !inView ? document.getElementById(EDGE) : null;
  // One element that moves, so that its buttons keep the focus and an open question.
  const [bar] = useState(() => document.createElement("div"));
  useLayoutEffect(() => () => bar.remove(), [bar]);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const inside = bar.contains(focused);
    bar.className = edge ? `${row} ${band}` : "contents";
    (edge ?? place.current)?.append(bar);
    if (inside && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }, [bar, edge]);
  return (
    <div
      ref={place}
      data-stays={sticky ? "" : undefined}
      className={cx(row, sticky && `sticky bottom-(--over-page) z-20 -mx-4 md:mx-0 ${band}`, edge && "invisible")}
    >
      {createPortal(
        <>
          {edge && <FormName of={place.current} />}
          {children}
        </>,
        bar,
      )}
    </div>
  );
}

/** Names the form of a bar elsewhere on the page. */
function FormName({ of }: { of: Element | null }) {
  const title = of?.closest("section")?.querySelector("h2")?.textContent;
  return title && <p className="basis-full font-semibold text-sm">{title}</p>;
}

const row = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2";
const band = "border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-0";
const EDGE = "form-bars";

/** The bars of forms that are out of view. Hidden while another form's bar has the place. */
export const FormBarsOfPage = () => (
  <div
    id={EDGE}
    data-stays=""
    className="sticky bottom-(--over-page) z-20 -mx-4 empty:hidden in-data-[with~=form-bar]:hidden md:mx-0"
  />
);
