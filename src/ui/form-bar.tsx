import type { ReactNode } from "react";
import { observeHeight, useRootMark } from "./root-marks.ts";

const observeOwnHeight = observeHeight("--form-bar-height");

/** Sticky actions of a long form. On a phone they replace the bottom bar (`base.css`). */
export function FormBar({ children }: { children: ReactNode }) {
  useRootMark("form-bar");
  return (
    <div
      ref={observeOwnHeight}
      data-stays=""
      className="sticky bottom-(--over-page) z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0"
    >
      {children}
    </div>
  );
}
