import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { rootRoute } from "../root.tsx";
import { withTexts } from "../texts.ts";

/** Only paths of this app: a full URL would be an open redirect. */
const ownPath = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));

/** After the password, for accounts with a second factor. */
export const challengeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/challenge",
  validateSearch: v.object({ redirect: v.optional(v.fallback(v.optional(ownPath), undefined)) }),
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/challenge.tsx"), "Challenge"),
});
