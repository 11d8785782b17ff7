import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

/** `#type=…&token_hash=…`: links in the auth service's e-mails (`supabase/templates`). */
export const Route = createFileRoute("/(auth)/auth/confirm")({
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/confirm.tsx"), "AuthConfirm"),
});
