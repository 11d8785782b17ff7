import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/rejections")({
  validateSearch: searchParams({
    q: text,
    code: text,
    collection: text,
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(
    () => import("#features/admin/screens/rejected-changes/rejected-changes.tsx"),
    "RejectedChanges",
  ),
});
