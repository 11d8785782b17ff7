import type { ReactNode } from "react";
import { Section } from "../../../../ui/card.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";

interface PanelProps {
  title: ReactNode;
  /** To the page with all of them. */
  link: ReactNode;
  state: "loading" | "error" | "ready";
  /** While it loads. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** A few rows of an admin's list. */
export const Panel = ({ title, link, state, skeleton, children }: PanelProps) => (
  <Section title={title} action={link}>
    {state === "loading" && skeleton}
    {state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
    {children}
  </Section>
);
