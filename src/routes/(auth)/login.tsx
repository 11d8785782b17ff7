import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { ownPath, searchParams } from "../../lib/search-params.ts";
import { forGuests } from "../-guard.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/login")({
  validateSearch: searchParams({
    role: v.picklist(["tester", "developer", "admin"]),
    redirect: ownPath,
    /** Prefilled when somebody registers with an address that has an account. */
    email: v.string(),
  }),
  ...forGuests,
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/login.tsx"), "Login"),
});
