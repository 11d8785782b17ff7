import { createFileRoute } from "@tanstack/react-router";
import { organizationSearch } from "#features/organizations/search.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/developer/organization")({
  validateSearch: organizationSearch,
  ...screen(
    "developer",
    () => import("#features/organizations/screens/organization/organization.tsx"),
    "OrganizationSettings",
  ),
});
