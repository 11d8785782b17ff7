import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { developerRoute } from "./layout.tsx";

const search = v.object({
  tab: v.optional(v.fallback(v.optional(v.picklist(["releases", "preview"])), undefined)),
});

/** `new` creates one. */
export const developerAppRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/apps/$appId",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/catalog/screens/developer-app/developer-app.tsx"),
    "DeveloperApp",
  ),
});
