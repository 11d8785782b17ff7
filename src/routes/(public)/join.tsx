import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

/** `#<token>`: an invitation to a campaign. */
export const Route = createFileRoute("/(public)/join")({
  ...screen("public", () => import("../../features/campaigns/screens/join/join.tsx"), "JoinCampaign"),
});
