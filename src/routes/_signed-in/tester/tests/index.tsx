import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { offerSearch } from "../../../../features/campaigns/search.ts";
import { withTexts } from "../../../-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/")({
  validateSearch: offerSearch,
  ...withTexts("tester"),
  component: lazyRouteComponent(
    () => import("../../../../features/campaigns/screens/tests/tests.tsx"),
    "AvailableTests",
  ),
});
