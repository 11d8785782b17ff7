import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { Page } from "./page-header.tsx";

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
  <Page title={title} back={back}>
    <EmptyState icon={icon} title={missing} action={action}>
      {children}
    </EmptyState>
  </Page>
);
