import type { ReactNode } from "react";

/** A part of the sync panel with its heading. */
export function PanelSection({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
