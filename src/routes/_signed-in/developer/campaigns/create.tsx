import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { formTabs } from "#features/campaigns/search.ts";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/campaigns/create")({
  validateSearch: searchParams({ tab: oneOf(formTabs) }),
  ...withTexts("developer"),
  component: lazyRouteComponent(() => import("./-create-screen.tsx"), "CreateScreen"),
});
