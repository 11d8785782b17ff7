// Layout of the App Store: public for visitors, the shell for signed-in users.
import { Trans } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { PublicStore } from "../features/catalog/widgets/store-page.tsx";
import { needTexts } from "../i18n/i18n.ts";
import { mayBeSignedIn } from "../state/may-be-signed-in.ts";
import { personOf, useSession } from "../state/session.ts";
import { useStatus } from "../state/status.ts";
import { Notice } from "../ui/notice.tsx";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { DatabaseNotice } from "./database-notice.tsx";

// Visitors do not load the shell.
const AppShell = lazy(async () => {
  const [{ AppShell }] = await Promise.all([import("./app-shell.tsx"), needTexts("frame")]);
  return { default: AppShell };
});

export function CatalogFrame() {
  const session = useSession();
  const phase = useStatus("phase");
  if (session.kind === "loading" && mayBeSignedIn()) return <SpinnerPage />;
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
          <Trans>You are offline. This is what was last received; downloads wait for a connection.</Trans>
        </Notice>
      )}
      <DatabaseNotice />
      <Outlet />
    </PublicStore>
  );
}
