import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/about",
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/about/about.tsx"), "About"),
});
