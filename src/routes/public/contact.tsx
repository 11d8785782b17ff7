import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/contact",
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/contact/contact.tsx"), "Contact"),
});
