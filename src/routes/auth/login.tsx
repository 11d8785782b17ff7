import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { SpinnerPage } from "../../ui/spinner-page.tsx";
import { goHomeWhenSignedIn } from "../guard.ts";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

/** Only a path of our own: a full address here would send people elsewhere after they logged in. */
const ownPath = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));
const search = v.object({
  role: v.optional(v.fallback(v.optional(v.picklist(["tester", "developer", "admin"])), undefined)),
  redirect: v.optional(v.fallback(v.optional(ownPath), undefined)),
  /** Filled in when somebody registers with an address that has an account. */
  email: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: search,
  beforeLoad: ({ search: { redirect } }) => goHomeWhenSignedIn(redirect),
  pendingComponent: SpinnerPage,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/login.tsx"), "Login"),
});
