import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationStatus } from "../../../../sync/schema/applications.ts";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/tester/applications")({
  validateSearch: searchParams({
    status: applicationStatus,
  }),
  component: lazyRouteComponent(
    () => import("../../../features/applications/screens/applications/applications.tsx"),
    "MyApplications",
  ),
});
