import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { testerRoute } from "./layout.tsx";

/** Where the service worker leads whoever shared something with the app. */
export const testerShareRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/share",
  validateSearch: v.object({
    /** There was no room for it on this device. */
    full: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
  }),
  component: lazyRouteComponent(() => import("../../features/reports/screens/share/share.tsx"), "Share"),
});
