import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

interface NotFoundProps {
  /** Of the page. */
  title: string;
  icon: LucideIcon;
  /** What is missing. */
  missing: ReactNode;
  /** A link to where all of its kind are: below the text, or above the title. */
  action?: ReactNode;
  back?: ReactNode;
  /** Why that may be. */
  children: ReactNode;
}

/** The page of a thing that is not on this device. */
export const NotFound = ({ title, icon, missing, action, back, children }: NotFoundProps) => (
  <div className="flex flex-col gap-6">
    <PageHeader title={title} back={back} />
    <EmptyState icon={icon} title={missing} action={action}>
      {children}
    </EmptyState>
  </div>
);
