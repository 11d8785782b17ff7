import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/terms",
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/legal/terms.tsx"), "Terms"),
});
