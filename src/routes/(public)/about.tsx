import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(public)/about")({
  ...screen("public", () => import("../../features/public/screens/about/about.tsx"), "About"),
});
