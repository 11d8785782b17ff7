import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const authCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/callback",
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/callback.tsx"), "AuthCallback"),
});
