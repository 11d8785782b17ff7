import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/payouts")({
  validateSearch: searchParams({
    q: v.string(),
    show: v.picklist(["requested", "paid", "failed", "all"]),
  }),
  component: lazyRouteComponent(() => import("../../../features/rewards/screens/payouts/payouts.tsx"), "Payouts"),
});
