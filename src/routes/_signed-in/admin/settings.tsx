import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { settings } from "../../../../sync/schema/settings.ts";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/settings")({
  validateSearch: searchParams({ tab: settings.entries.section }),
  component: lazyRouteComponent(
    () => import("../../../features/admin/screens/system-settings/system-settings.tsx"),
    "SystemSettings",
  ),
});
