import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { day, searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/activity")({
  validateSearch: searchParams({
    q: text,
    action: text,
    from: day,
    to: day,
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/admin/screens/activity/activity.tsx"), "ActivityLog"),
});
