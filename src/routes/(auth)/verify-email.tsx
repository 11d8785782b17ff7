import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { text } from "../../lib/search-params.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/verify-email")({
  validateSearch: ({ email }: Record<string, unknown>) => ({ email: text(email) ?? "" }),
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/verify-email.tsx"), "VerifyEmail"),
});
