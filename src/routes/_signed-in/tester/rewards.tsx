import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_signed-in/tester/rewards")({
  component: lazyRouteComponent(() => import("../../../features/rewards/screens/rewards/rewards.tsx"), "Rewards"),
});
