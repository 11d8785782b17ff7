import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchParams, text } from "../../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/developer/apps/")({
  validateSearch: searchParams({ q: text }),
  component: lazyRouteComponent(
    () => import("../../../../features/catalog/screens/developer-apps/developer-apps.tsx"),
    "DeveloperApps",
  ),
});
