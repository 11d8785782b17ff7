import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/verify-email")({
  validateSearch: v.object({ email: v.fallback(v.string(), "") }),
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/verify-email.tsx"), "VerifyEmail"),
});
