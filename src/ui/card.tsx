import { createLink } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

/** An item with actions. Do not nest cards. */
export function Card({ className, ...rest }: ComponentProps<"article">) {
  return (
    <article {...rest} className={cx("rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5", className)} />
  );
}

function CardAnchor({ className, ...rest }: ComponentProps<"a">) {
  return (
    <a {...rest} className={cx("rounded-sm hover:text-accent hover:underline hover:underline-offset-4", className)} />
  );
}
export const CardLink = createLink(CardAnchor);

/** Makes a CardLink cover its card. The card, and its other controls, must be `relative`. */
export const wholeCard = "after:absolute after:inset-0 after:rounded-lg";

interface SectionProps {
  title: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Section({ title, action, className, children }: SectionProps) {
  return (
    <section className={cx("flex min-w-0 flex-col gap-3", className)}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A section with a small heading that names it. */
export function SmallSection({ title, className, children }: Omit<SectionProps, "action">) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("flex flex-col", className)}>
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}
