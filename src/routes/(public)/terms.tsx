import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(public)/terms")({
  ...screen("public", () => import("../../features/public/screens/legal/terms.tsx"), "Terms"),
});
