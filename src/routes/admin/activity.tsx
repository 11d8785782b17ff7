import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { adminRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  action: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

export const adminActivityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/activity",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/admin/screens/activity/activity.tsx"), "ActivityLog"),
});
