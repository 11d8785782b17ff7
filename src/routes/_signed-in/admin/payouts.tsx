import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/payouts")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["requested", "paid", "failed", "all"]),
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/rewards/screens/payouts/payouts.tsx"), "Payouts"),
});
