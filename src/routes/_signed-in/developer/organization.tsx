import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { organizationSearch } from "#features/organizations/search.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/developer/organization")({
  validateSearch: organizationSearch,
  ...withTexts("developer"),
  component: lazyRouteComponent(
    () => import("#features/organizations/screens/organization/organization.tsx"),
    "OrganizationSettings",
  ),
});
