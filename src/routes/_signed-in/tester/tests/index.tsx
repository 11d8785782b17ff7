import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { offerSearch } from "#features/campaigns/search.ts";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/")({
  validateSearch: offerSearch,
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/applications/screens/tests/tests.tsx"), "AvailableTests"),
});
