import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/about",
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../screens/public/about.tsx"), "About"),
});
