import { createFileRoute } from "@tanstack/react-router";
import { searchParams, text } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/rejections")({
  validateSearch: searchParams({
    q: text,
    code: text,
    collection: text,
  }),
  ...screen("admin", () => import("#features/admin/screens/rejected-changes/rejected-changes.tsx"), "RejectedChanges"),
});
