import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { settingsSections } from "#sync/schema/values.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/settings")({
  validateSearch: searchParams({ tab: oneOf(settingsSections) }),
  ...withTexts("admin"),
  component: lazyRouteComponent(
    () => import("#features/admin/screens/system-settings/system-settings.tsx"),
    "SystemSettings",
  ),
});
