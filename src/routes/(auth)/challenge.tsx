import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ownPath, searchParams } from "../../lib/search-params.ts";
import { withTexts } from "../-texts.ts";

/** Asks for the second factor after the password. */
export const Route = createFileRoute("/(auth)/challenge")({
  validateSearch: searchParams({ redirect: ownPath }),
  ...withTexts("auth"),
  component: lazyRouteComponent(() => import("../../features/account/screens/sign-in/challenge.tsx"), "Challenge"),
});
