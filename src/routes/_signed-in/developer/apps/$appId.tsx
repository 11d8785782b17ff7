import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";

/** `new` creates an app. */
export const Route = createFileRoute("/_signed-in/developer/apps/$appId")({
  validateSearch: searchParams({
    tab: oneOf(["releases", "preview"]),
  }),
  ...withTexts("developer"),
  component: lazyRouteComponent(
    () => import("#features/catalog/screens/developer-app/developer-app.tsx"),
    "DeveloperApp",
  ),
});
