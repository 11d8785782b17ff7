// The frame of what everybody may see and people who are signed in see among their own pages.
import { Trans } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { PublicStore } from "../features/catalog/widgets/store-page.tsx";
import { personOf, useSession } from "../state/session.ts";
import { useStatus } from "../state/status.ts";
import { Notice } from "../ui/notice.tsx";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { DatabaseNotice } from "./database-notice.tsx";

// Who is not signed in needs nothing of it.
const AppShell = lazy(async () => ({ default: (await import("./app-shell.tsx")).AppShell }));

export function CatalogFrame() {
  const session = useSession();
  const { phase } = useStatus();
  if (session.kind === "loading") return <SpinnerPage />;
  if (personOf(session))
    return (
      <Suspense fallback={<SpinnerPage />}>
        <AppShell />
      </Suspense>
    );
  return (
    <PublicStore>
      {phase === "offline" && (
        <Notice live>
          <Trans>You are offline. This is what was received last; downloads wait for a network.</Trans>
        </Notice>
      )}
      <DatabaseNotice />
      <Outlet />
    </PublicStore>
  );
}
