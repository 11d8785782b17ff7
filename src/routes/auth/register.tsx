import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { SpinnerPage } from "../../ui/spinner-page.tsx";
import { goHomeWhenSignedIn } from "../guard.ts";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

const search = v.object({
  role: v.optional(v.fallback(v.optional(v.picklist(["tester", "developer"])), undefined)),
});

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/register",
  validateSearch: search,
  beforeLoad: () => goHomeWhenSignedIn(),
  pendingComponent: SpinnerPage,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/register.tsx"), "Register"),
});
