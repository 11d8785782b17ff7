import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/profile")({
  ...withTexts("developer"),
  component: lazyRouteComponent(
    () => import("#features/account/screens/developer-profile/developer-profile.tsx"),
    "DeveloperProfile",
  ),
});
