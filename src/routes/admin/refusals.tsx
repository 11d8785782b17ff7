import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { adminRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  code: v.optional(v.fallback(v.optional(v.string()), undefined)),
  collection: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

export const adminRefusalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/refusals",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/admin/screens/refusals/refusals.tsx"), "Refusals"),
});
