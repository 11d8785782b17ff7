import { createFileRoute } from "@tanstack/react-router";
import { formTabs } from "#features/campaigns/search.ts";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/create")({
  validateSearch: searchParams({ tab: oneOf(formTabs), app: text }),
  ...screen("developer", () => import("./-create-screen.tsx"), "CreateScreen"),
});
