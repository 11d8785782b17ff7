import { createFileRoute, redirect } from "@tanstack/react-router";
import { sectionOf } from "#features/account/sections.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/(account)/account/")({
  /** Links of e-mails and legal pages name only the part. */
  beforeLoad: ({ location: { hash } }) => {
    const section = sectionOf(hash);
    if (section) throw redirect({ to: "/account/$section", params: { section }, hash, replace: true });
  },
  ...screen("account", () => import("#features/account/screens/settings/settings.tsx"), "AccountSettings"),
});
