import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/(public)/contact")({
  ...withTexts("public"),
  component: lazyRouteComponent(() => import("../../features/public/screens/contact/contact.tsx"), "Contact"),
});
