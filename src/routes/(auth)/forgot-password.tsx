import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchParams, text } from "../../lib/search-params.ts";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(auth)/forgot-password")({
  validateSearch: searchParams({ email: text }),
  ...withTexts("auth"),
  component: lazyRouteComponent(
    () => import("../../features/account/screens/sign-in/forgot-password.tsx"),
    "ForgotPassword",
  ),
});
