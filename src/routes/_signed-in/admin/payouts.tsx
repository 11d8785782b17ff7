import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/payouts")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["requested", "paid", "failed", "all"]),
  }),
  ...screen("admin", () => import("#features/rewards/screens/payouts/payouts.tsx"), "Payouts"),
});
