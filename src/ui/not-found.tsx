import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

interface NotFoundProps {
  title: string;
  icon: LucideIcon;
  /** Names the missing item. */
  missing: ReactNode;
  /** A link to the list, below the text or above the title. */
  action?: ReactNode;
  back?: ReactNode;
  children: ReactNode;
}

/** The page of an item that is not on this device. */
export const NotFound = ({ title, icon, missing, action, back, children }: NotFoundProps) => (
  <div className="flex flex-col gap-6">
    <PageHeader title={title} back={back} />
    <EmptyState icon={icon} title={missing} action={action}>
      {children}
    </EmptyState>
  </div>
);
