import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { organizationSearch } from "../../../features/organizations/search.ts";

export const Route = createFileRoute("/_signed-in/developer/organization")({
  validateSearch: organizationSearch,
  component: lazyRouteComponent(
    () => import("../../../features/organizations/screens/organization/organization.tsx"),
    "OrganizationSettings",
  ),
});
