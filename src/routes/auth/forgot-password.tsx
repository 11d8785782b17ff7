import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  validateSearch: v.object({ email: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  ...withTexts("auth"),
  component: lazyRouteComponent(
    () => import("../../features/account/screens/sign-in/forgot-password.tsx"),
    "ForgotPassword",
  ),
});
