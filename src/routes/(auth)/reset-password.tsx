import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../lib/search-params.ts";
import { withTexts } from "../-texts.ts";

/** Logged in with a password that is too old: nothing else opens until there is a new one. */
export const Route = createFileRoute("/(auth)/reset-password")({
  validateSearch: searchParams({ expired: v.boolean() }),
  ...withTexts("auth"),
  component: lazyRouteComponent(
    () => import("../../features/account/screens/sign-in/reset-password.tsx"),
    "ResetPassword",
  ),
});
