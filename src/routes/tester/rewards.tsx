import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { testerRoute } from "./layout.tsx";

export const testerRewardsRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/rewards",
  component: lazyRouteComponent(() => import("../../features/rewards/screens/rewards/rewards.tsx"), "Rewards"),
});
