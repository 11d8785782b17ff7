import { createFileRoute } from "@tanstack/react-router";
import { flag, oneOf, searchParams } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_store/apps/$appId")({
  validateSearch: searchParams({
    tab: oneOf(["changelog", "versions"]),
    /** Reopens the flag dialog after login. */
    report: flag,
  }),
  ...screen("store", () => import("#features/public/screens/app-details/app-details-screen.tsx"), "AppDetail"),
});
