import { createFileRoute, redirect } from "@tanstack/react-router";
import { isAccountSection } from "#features/account/sections.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/(account)/account/$section")({
  beforeLoad: ({ params: { section } }) => {
    if (!isAccountSection(section)) throw redirect({ to: "/account", replace: true });
  },
  ...screen(
    "account",
    () => import("#features/account/screens/settings/account-section-screen.tsx"),
    "AccountSectionScreen",
  ),
});
