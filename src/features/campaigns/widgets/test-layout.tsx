// The page of a test: what to do, the offer and the facts, and the rest. A phone shows them in this
// order; on a desktop the offer and the facts are beside the others.
import type { ReactNode } from "react";

interface TestLayoutProps {
  about: ReactNode;
  offer: ReactNode;
  children: ReactNode;
}

export function TestLayout({ about, offer, children }: TestLayoutProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      {about}
      <div className="beside flex flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">{offer}</div>
      <div className="flex min-w-0 flex-col gap-8">{children}</div>
    </div>
  );
}
