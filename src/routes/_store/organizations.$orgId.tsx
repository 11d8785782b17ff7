import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";

export const Route = createFileRoute("/_store/organizations/$orgId")({
  component: lazyRouteComponent(
    () => import("../../features/catalog/screens/organization-page/organization-page.tsx"),
    "OrganizationPage",
  ),
});
