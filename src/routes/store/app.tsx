import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { storeRoute } from "./layout.tsx";

const search = v.object({
  tab: v.optional(v.fallback(v.optional(v.picklist(["changelog", "versions"])), undefined)),
  /** Opens the flag dialog again after the login. */
  report: v.optional(v.fallback(v.optional(v.boolean()), undefined)),
});

export const storeAppRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: "/apps/$appId",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/catalog/screens/app-details/app-details-screen.tsx"),
    "AppDetail",
  ),
});
