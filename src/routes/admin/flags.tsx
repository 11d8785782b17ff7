import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { adminRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  show: v.optional(v.fallback(v.optional(v.picklist(["resolved", "dismissed", "all"])), undefined)),
  flag: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

export const adminFlagsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/flags",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/flags/screens/flags/flags.tsx"), "Flags"),
});
