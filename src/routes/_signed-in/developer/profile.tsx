import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/profile")({
  ...screen(
    "developer",
    () => import("#features/account/screens/developer-profile/developer-profile.tsx"),
    "DeveloperProfile",
  ),
});
