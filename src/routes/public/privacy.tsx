import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/privacy",
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/legal/privacy.tsx"), "Privacy"),
});
