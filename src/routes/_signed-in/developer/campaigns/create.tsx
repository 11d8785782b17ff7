import { createFileRoute } from "@tanstack/react-router";
import { formTabs } from "#features/campaigns/search.ts";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/create")({
  validateSearch: searchParams({ tab: oneOf(formTabs) }),
  ...screen("developer", () => import("./-create-screen.tsx"), "CreateScreen"),
});
