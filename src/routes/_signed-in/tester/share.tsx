import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { flag, searchParams } from "../../../lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

/** The page that the service worker opens after a share. */
export const Route = createFileRoute("/_signed-in/tester/share")({
  validateSearch: searchParams({
    /** The device had no space left for it. */
    full: flag,
  }),
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("../../../features/reports/screens/share/share.tsx"), "Share"),
});
