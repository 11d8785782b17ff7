import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

/** Logged in with a password that is too old: nothing else opens until there is a new one. */
const search = v.object({ expired: v.optional(v.fallback(v.optional(v.boolean()), undefined)) });

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  validateSearch: search,
  ...withTexts("auth"),
  component: lazyRouteComponent(
    () => import("../../features/account/screens/sign-in/reset-password.tsx"),
    "ResetPassword",
  ),
});
