import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(auth)/auth/callback")({
  ...screen("auth", () => import("../../features/account/screens/sign-in/callback.tsx"), "AuthCallback"),
});
