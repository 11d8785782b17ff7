import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/apps/")({
  validateSearch: searchParams({ q: text }),
  ...withTexts("developer"),
  component: lazyRouteComponent(
    () => import("#features/catalog/screens/developer-apps/developer-apps.tsx"),
    "DeveloperApps",
  ),
});
