import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/rewards")({
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/rewards/screens/rewards/rewards.tsx"), "Rewards"),
});
