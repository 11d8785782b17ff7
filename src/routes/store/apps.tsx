import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { STORE_PLATFORMS } from "../../lib/constants.ts";
import { storeRoute } from "./layout.tsx";

/** Unknown values are ignored: an old link still opens the list. */
const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  platform: v.optional(v.fallback(v.optional(v.picklist(STORE_PLATFORMS)), undefined)),
  sort: v.optional(v.fallback(v.optional(v.picklist(["newest", "oldest", "downloads", "name"])), undefined)),
});

export const storeAppsRoute = createRoute({
  getParentRoute: () => storeRoute,
  path: "/apps",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/catalog/screens/app-store/app-store.tsx"), "AppStore"),
});
