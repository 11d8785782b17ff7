import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/profile")({
  ...withTexts("tester"),
  component: lazyRouteComponent(
    () => import("#features/account/screens/tester-profile/tester-profile.tsx"),
    "TesterProfile",
  ),
});
