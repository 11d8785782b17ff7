import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { offerSearch } from "../../../../features/campaigns/search.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/")({
  validateSearch: offerSearch,
  component: lazyRouteComponent(
    () => import("../../../../features/campaigns/screens/tests/tests.tsx"),
    "AvailableTests",
  ),
});
