import type { ReactNode } from "react";

export function PanelSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm">{title}</h3>
      {children}
    </section>
  );
}
