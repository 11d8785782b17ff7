import { createFileRoute } from "@tanstack/react-router";
import { flag, searchParams } from "../../lib/search-params.ts";
import { screen } from "../-screen.ts";

/** The password has expired: no other page opens until it is changed. */
export const Route = createFileRoute("/(auth)/reset-password")({
  validateSearch: searchParams({ expired: flag }),
  ...screen("auth", () => import("../../features/account/screens/sign-in/reset-password.tsx"), "ResetPassword"),
});
