import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, ownPath, searchParams, text } from "../../lib/search-params.ts";
import { forGuests } from "../-guard.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/login")({
  validateSearch: searchParams({
    role: oneOf(["tester", "developer", "admin"]),
    redirect: ownPath,
    /** Prefilled when a user registers with an existing address. */
    email: text,
  }),
  ...forGuests,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/login.tsx"), "Login"),
});
