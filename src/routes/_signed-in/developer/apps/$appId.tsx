import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

/** `new` creates an app. */
export const Route = createFileRoute("/_signed-in/developer/apps/$appId")({
  validateSearch: searchParams({
    tab: oneOf(["releases", "preview"]),
  }),
  ...screen("developer", () => import("#features/catalog/screens/developer-app/developer-app.tsx"), "DeveloperApp"),
});
