import { createFileRoute } from "@tanstack/react-router";
import { oneOf, ownPath, searchParams, text } from "../../lib/search-params.ts";
import { forGuests } from "../-guard.ts";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(auth)/register")({
  validateSearch: searchParams({
    role: oneOf(["tester", "developer"]),
    redirect: ownPath,
    /** Prefilled from an invitation. */
    email: text,
  }),
  ...forGuests,
  ...screen("auth", () => import("../../features/account/screens/sign-in/register.tsx"), "Register"),
});
