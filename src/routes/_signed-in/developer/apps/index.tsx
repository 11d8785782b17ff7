import { createFileRoute } from "@tanstack/react-router";
import { searchParams, text } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/apps/")({
  validateSearch: searchParams({ q: text }),
  ...screen("developer", () => import("#features/catalog/screens/developer-apps/developer-apps.tsx"), "DeveloperApps"),
});
