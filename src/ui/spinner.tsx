import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Decorative: text next to it describes the progress. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx("size-5 animate-spin motion-reduce:animate-none", className)} />;
}

/** The initial page, prerendered into `app.html`. */
export function Waiting({ children }: { children?: ReactNode }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-muted noscript:hidden">
      <LoaderCircle aria-hidden className="size-7 animate-spin-late motion-reduce:animate-none" />
      {children}
    </div>
  );
}
