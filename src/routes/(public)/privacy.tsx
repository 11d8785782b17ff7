import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(public)/privacy")({
  ...screen("public", () => import("../../features/public/screens/legal/privacy.tsx"), "Privacy"),
});
