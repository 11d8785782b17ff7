import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { settingsSections } from "#sync/schema/values.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/settings")({
  validateSearch: searchParams({ tab: oneOf(settingsSections) }),
  ...screen("admin", () => import("#features/admin/screens/system-settings/system-settings.tsx"), "SystemSettings"),
});
