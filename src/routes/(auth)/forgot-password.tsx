import { createFileRoute } from "@tanstack/react-router";
import { searchParams, text } from "../../lib/search-params.ts";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(auth)/forgot-password")({
  validateSearch: searchParams({ email: text }),
  ...screen("auth", () => import("../../features/account/screens/sign-in/forgot-password.tsx"), "ForgotPassword"),
});
