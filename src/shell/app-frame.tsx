// The outermost layout: page, toasts and update prompt. Moves the focus to the new page after
// navigation, because a screen reader would stay at the old link.
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { SkipLink } from "../ui/skip-link.tsx";
import { Toaster } from "../ui/toast.tsx";
import { ApplySiteSettings } from "./apply-site-settings.tsx";
import { MaintenanceNotice } from "./maintenance-notice.tsx";
import { SearchAnywhere } from "./search-anywhere.tsx";
import { ShortcutsHelp } from "./shortcuts-help.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";

/**
 * Not a browser view transition: its snapshot receives all clicks, and during preparation the page
 * receives none (CSS View Transitions 1, "rendering suppression").
 */
function fadeIn(content: HTMLElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  content.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 140, easing: "ease-out" });
}

/** @returns false if the page has no content yet */
function arrive(): boolean {
  const content = document.getElementById("main");
  if (!content) return false;
  content.focus({ preventScroll: true });
  fadeIn(content);
  return true;
}

export function AppFrame() {
  const router = useRouter();
  useEffect(() => {
    // The signed-in layout renders shortly after the navigation (`app-shell.tsx`).
    const late = new MutationObserver(() => {
      if (arrive()) late.disconnect();
    });
    const unsubscribe = router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      late.disconnect();
      if (!arrive()) late.observe(document.body, { childList: true, subtree: true });
    });
    return () => {
      unsubscribe();
      late.disconnect();
    };
  }, [router]);
  return (
    <>
      <SkipLink />
      <ApplySiteSettings />
      <UpdatePrompt />
      <MaintenanceNotice />
      <Outlet />
      <Toaster />
      <ShortcutsHelp />
      <SearchAnywhere />
    </>
  );
}
