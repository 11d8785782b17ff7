import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

/** `#<token>`: an invitation to an organization. */
export const Route = createFileRoute("/(public)/invitation")({
  ...withTexts("public"),
  component: lazyRouteComponent(
    () => import("../../features/organizations/screens/invitation/invitation.tsx"),
    "Invitation",
  ),
});
