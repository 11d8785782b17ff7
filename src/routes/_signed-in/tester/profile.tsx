import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/profile")({
  ...screen("tester", () => import("#features/account/screens/tester-profile/tester-profile.tsx"), "TesterProfile"),
});
