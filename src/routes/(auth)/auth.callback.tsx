import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/auth/callback")({
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/callback.tsx"), "AuthCallback"),
});
