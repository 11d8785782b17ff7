import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { flag, searchParams } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

/** Opened by the service worker after a share. */
export const Route = createFileRoute("/_signed-in/tester/share")({
  validateSearch: searchParams({
    /** The device had no space left for the shared files. */
    full: flag,
  }),
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/reports/screens/share/share.tsx"), "Share"),
});
