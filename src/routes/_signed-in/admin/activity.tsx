import { createFileRoute } from "@tanstack/react-router";
import { day, searchParams, text } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/activity")({
  validateSearch: searchParams({
    q: text,
    action: text,
    from: day,
    to: day,
  }),
  ...screen("admin", () => import("#features/admin/screens/activity/activity.tsx"), "ActivityLog"),
});
