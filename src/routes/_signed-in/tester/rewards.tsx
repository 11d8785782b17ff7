import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/rewards")({
  ...screen("tester", () => import("#features/rewards/screens/rewards/rewards.tsx"), "Rewards"),
});
