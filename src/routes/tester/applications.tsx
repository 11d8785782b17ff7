import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { applicationStatus } from "../../../sync/schema/applications.ts";
import { testerRoute } from "./layout.tsx";

const search = v.object({
  status: v.optional(v.fallback(v.optional(applicationStatus), undefined)),
});

export const testerApplicationsRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/applications",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/applications/screens/applications/applications.tsx"),
    "MyApplications",
  ),
});
