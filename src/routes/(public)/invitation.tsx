import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

/** `#<token>`: an invitation to an organization. */
export const Route = createFileRoute("/(public)/invitation")({
  ...screen("public", () => import("../../features/organizations/screens/invitation/invitation.tsx"), "Invitation"),
});
