import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_store/apps/$appId")({
  validateSearch: searchParams({
    tab: v.picklist(["changelog", "versions"]),
    /** Opens the flag dialog again after the login. */
    report: v.boolean(),
  }),
  component: lazyRouteComponent(
    () => import("../../../features/catalog/screens/app-details/app-details-screen.tsx"),
    "AppDetail",
  ),
});
