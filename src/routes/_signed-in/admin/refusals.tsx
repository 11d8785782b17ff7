import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/refusals")({
  validateSearch: searchParams({
    q: v.string(),
    code: v.string(),
    collection: v.string(),
  }),
  component: lazyRouteComponent(
    () => import("../../../features/admin/screens/rejected-changes/rejected-changes.tsx"),
    "RejectedChanges",
  ),
});
