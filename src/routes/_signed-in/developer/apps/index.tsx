import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/developer/apps/")({
  validateSearch: searchParams({ q: v.string() }),
  component: lazyRouteComponent(
    () => import("../../../../features/catalog/screens/developer-apps/developer-apps.tsx"),
    "DeveloperApps",
  ),
});
