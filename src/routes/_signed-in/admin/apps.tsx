import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { appStatuses } from "#sync/schema/values.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/apps")({
  validateSearch: searchParams({
    q: text,
    status: oneOf(appStatuses),
    app: text,
  }),
  ...screen("admin", () => import("#features/admin/screens/apps/apps.tsx"), "AllApps"),
});
