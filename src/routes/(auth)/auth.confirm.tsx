import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

/** `#type=…&token_hash=…`: links in the auth service's e-mails (`supabase/templates`). */
export const Route = createFileRoute("/(auth)/auth/confirm")({
  ...screen("auth", () => import("../../features/account/screens/sign-in/confirm.tsx"), "AuthConfirm"),
});
