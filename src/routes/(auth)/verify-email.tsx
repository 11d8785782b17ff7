import { createFileRoute } from "@tanstack/react-router";
import { text } from "../../lib/search-params.ts";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(auth)/verify-email")({
  validateSearch: ({ email }: Record<string, unknown>) => ({ email: text(email) ?? "" }),
  ...screen("auth", () => import("../../features/account/screens/sign-in/verify-email.tsx"), "VerifyEmail"),
});
