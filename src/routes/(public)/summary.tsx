import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

/** `#<token>`: a shared campaign summary. */
export const Route = createFileRoute("/(public)/summary")({
  ...withTexts("public"),
  component: lazyRouteComponent(
    () => import("../../features/campaigns/screens/shared-summary/shared-summary.tsx"),
    "SharedSummary",
  ),
});
