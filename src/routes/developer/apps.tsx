import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { developerRoute } from "./layout.tsx";

const search = v.object({ q: v.optional(v.fallback(v.optional(v.string()), undefined)) });

export const developerAppsRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/apps",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/catalog/screens/developer-apps/developer-apps.tsx"),
    "DeveloperApps",
  ),
});
