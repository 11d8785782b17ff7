import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Decoration beside a text that says what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cx("size-5 animate-spin motion-reduce:animate-none", className)} />;
}

/** What a page is that has nothing yet, not even words: the build draws it into `app.html`. */
export function Waiting({ children }: { children?: ReactNode }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-muted">
      <Spinner className="size-7" />
      {children}
    </div>
  );
}
