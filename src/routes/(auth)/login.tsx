import { createFileRoute } from "@tanstack/react-router";
import { oneOf, ownPath, searchParams, text } from "../../lib/search-params.ts";
import { forGuests } from "../-guard.ts";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/(auth)/login")({
  validateSearch: searchParams({
    role: oneOf(["tester", "developer", "admin"]),
    redirect: ownPath,
    /** Prefilled when a user registers with an existing address. */
    email: text,
  }),
  ...forGuests,
  ...screen("auth", () => import("../../features/account/screens/sign-in/login.tsx"), "Login"),
});
