import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { flag, searchParams } from "../../../lib/search-params.ts";

/** The page that the service worker opens after a share. */
export const Route = createFileRoute("/_signed-in/tester/share")({
  validateSearch: searchParams({
    /** The device had no space left for it. */
    full: flag,
  }),
  component: lazyRouteComponent(() => import("../../../features/reports/screens/share/share.tsx"), "Share"),
});
