import { createFileRoute } from "@tanstack/react-router";
import { screen } from "../-screen.ts";

export const Route = createFileRoute("/_store/organizations/$orgId")({
  ...screen(
    "store",
    () => import("../../features/public/screens/organization-page/organization-page.tsx"),
    "OrganizationPage",
  ),
});
