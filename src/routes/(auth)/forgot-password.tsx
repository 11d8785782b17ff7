import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../lib/search-params.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/forgot-password")({
  validateSearch: searchParams({ email: v.string() }),
  ...withTexts("auth"),
  component: lazyRouteComponent(
    () => import("../../features/account/screens/sign-in/forgot-password.tsx"),
    "ForgotPassword",
  ),
});
