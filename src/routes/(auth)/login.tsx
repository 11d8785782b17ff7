import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, ownPath, searchParams, text } from "../../lib/search-params.ts";
import { forGuests } from "../-guard.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/login")({
  validateSearch: searchParams({
    role: oneOf(["tester", "developer", "admin"]),
    redirect: ownPath,
    /** Prefilled when somebody registers with an address that has an account. */
    email: text,
  }),
  ...forGuests,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/login.tsx"), "Login"),
});
