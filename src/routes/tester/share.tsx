import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { testerRoute } from "./layout.tsx";

/** The page that the service worker opens after a share. */
export const testerShareRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/share",
  validateSearch: v.object({
    /** The device had no space left for it. */
    full: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
  }),
  component: lazyRouteComponent(() => import("../../features/reports/screens/share/share.tsx"), "Share"),
});
