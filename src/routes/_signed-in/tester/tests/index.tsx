import { createFileRoute } from "@tanstack/react-router";
import { offerSearch } from "#features/campaigns/search.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/")({
  validateSearch: offerSearch,
  ...screen("tester", () => import("#features/applications/screens/tests/tests.tsx"), "AvailableTests"),
});
