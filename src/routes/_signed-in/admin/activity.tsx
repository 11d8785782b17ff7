import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/activity")({
  validateSearch: searchParams({
    q: v.string(),
    action: v.string(),
  }),
  component: lazyRouteComponent(() => import("../../../features/admin/screens/activity/activity.tsx"), "ActivityLog"),
});
