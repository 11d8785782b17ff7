import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/(account)/account/security")({
  ...withTexts("account"),
  component: lazyRouteComponent(() => import("#features/account/screens/security/security.tsx"), "AccountSecurity"),
});
