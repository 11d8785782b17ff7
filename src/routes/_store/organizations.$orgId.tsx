import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withTexts } from "../-texts.ts";

export const Route = createFileRoute("/_store/organizations/$orgId")({
  ...withTexts("store"),
  component: lazyRouteComponent(
    () => import("../../features/public/screens/organization-page/organization-page.tsx"),
    "OrganizationPage",
  ),
});
