import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, ownPath, searchParams, text } from "../../lib/search-params.ts";
import { forGuests } from "../-guard.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/register")({
  validateSearch: searchParams({
    role: oneOf(["tester", "developer"]),
    redirect: ownPath,
    /** Prefilled from an invitation. */
    email: text,
  }),
  ...forGuests,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/register.tsx"), "Register"),
});
