import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { SpinnerPage } from "../../ui/spinner-page.tsx";
import { goHomeWhenSignedIn } from "../guard.ts";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

/** Only paths of this app: a full URL would be an open redirect. */
const ownPath = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));
const search = v.object({
  role: v.optional(v.fallback(v.optional(v.picklist(["tester", "developer", "admin"])), undefined)),
  redirect: v.optional(v.fallback(v.optional(ownPath), undefined)),
  /** Prefilled when somebody registers with an address that has an account. */
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
