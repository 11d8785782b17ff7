import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

/** The password has expired: nothing else opens until it is changed. */
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
