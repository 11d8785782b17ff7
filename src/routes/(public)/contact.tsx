import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(public)/contact")({
  ...screen("public", () => import("../../features/public/screens/contact/contact.tsx"), "Contact"),
});
