import type { ReactNode } from "react";
import type { App } from "../../../../sync/schema/apps.ts";
import { AppIcon } from "./app-icon.tsx";

interface AppCardHeadProps {
  app: Pick<App, "icon_path">;
  title: ReactNode;
  /** Below the title. */
  children: ReactNode;
}

export const AppCardHead = ({ app, title, children }: AppCardHeadProps) => (
  <div className="flex items-start gap-4">
    <AppIcon path={app.icon_path} />
    <div className="min-w-0 flex-1">
      <h2 className="text-base">{title}</h2>
      {children}
    </div>
  </div>
);
