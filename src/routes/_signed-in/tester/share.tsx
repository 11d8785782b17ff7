import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

/** Where the service worker leads whoever shared something with the app. */
export const Route = createFileRoute("/_signed-in/tester/share")({
  validateSearch: searchParams({
    /** There was no room for it on this device. */
    full: v.boolean(),
  }),
  component: lazyRouteComponent(() => import("../../../features/reports/screens/share/share.tsx"), "Share"),
});
