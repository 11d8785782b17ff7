import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/(account)/account/security")({
  ...screen("account", () => import("#features/account/screens/security/security.tsx"), "AccountSecurity"),
});
