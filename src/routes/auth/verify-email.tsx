import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify-email",
  validateSearch: v.object({ email: v.fallback(v.string(), "") }),
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/verify-email.tsx"), "VerifyEmail"),
});
