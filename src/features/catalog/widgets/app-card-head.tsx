import type { ReactNode } from "react";
import { AppIcon, type Faced } from "./app-icon.tsx";

interface AppCardHeadProps {
  app: Faced;
  title: ReactNode;
  children: ReactNode;
}

export const AppCardHead = ({ app, title, children }: AppCardHeadProps) => (
  <div className="flex items-start gap-4">
    <AppIcon app={app} />
    <div className="min-w-0 flex-1">
      <h2 className="text-base">{title}</h2>
      {children}
    </div>
  </div>
);
