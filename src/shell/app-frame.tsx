// What stands on every page, signed in or not: the page itself, toasts, the offer of a new version. After a change of
// page the focus goes to the new page's content, or a screen reader would stay where the old link was.
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { SkipLink } from "../components/skip-link.tsx";
import { Toaster } from "../components/toast.tsx";
import { MaintenanceNotice } from "./maintenance-notice.tsx";
import { SiteKeeper } from "./site-keeper.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";

export function AppFrame() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <>
      <SkipLink />
      <SiteKeeper />
      <MaintenanceNotice />
      <Outlet />
      <Toaster />
      <UpdatePrompt />
    </>
  );
}
