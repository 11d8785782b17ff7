import { createFileRoute } from "@tanstack/react-router";
import { ownPath, searchParams } from "../../lib/search-params.ts";
import { screen } from "../-screen.ts";

/** Asks for the second factor after the password. */
export const Route = createFileRoute("/(auth)/challenge")({
  validateSearch: searchParams({ redirect: ownPath }),
  ...screen("auth", () => import("../../features/account/screens/sign-in/challenge.tsx"), "Challenge"),
});
