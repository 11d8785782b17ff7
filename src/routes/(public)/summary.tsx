import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

/** `#<token>`: a shared campaign summary. */
export const Route = createFileRoute("/(public)/summary")({
  ...screen(
    "public",
    () => import("../../features/campaigns/screens/shared-summary/shared-summary.tsx"),
    "SharedSummary",
  ),
});
