import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

/** `#<token>`: an invitation to a campaign. */
export const Route = createFileRoute("/(public)/join")({
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/campaigns/screens/join/join.tsx"), "JoinCampaign"),
});
