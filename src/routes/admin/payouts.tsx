import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { adminRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  show: v.optional(v.fallback(v.optional(v.picklist(["requested", "paid", "failed", "all"])), undefined)),
});

export const adminPayoutsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/payouts",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/rewards/screens/payouts/payouts.tsx"), "Payouts"),
});
