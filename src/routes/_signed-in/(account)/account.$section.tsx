import { createFileRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { isAccountSection } from "#features/account/sections.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/(account)/account/$section")({
  beforeLoad: ({ params: { section } }) => {
    if (!isAccountSection(section)) throw redirect({ to: "/account", replace: true });
  },
  ...withTexts("account"),
  component: lazyRouteComponent(
    () => import("#features/account/screens/settings/account-section-screen.tsx"),
    "AccountSectionScreen",
  ),
});
