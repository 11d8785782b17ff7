import type { ReactNode } from "react";

export function Part({
  id,
  title,
  lead,
  waits = false,
  children,
}: {
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  /** True while its height is unknown. */
  waits?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      data-waits={waits || undefined}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 py-8 first:pt-0"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-xl text-pretty text-muted text-sm">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
