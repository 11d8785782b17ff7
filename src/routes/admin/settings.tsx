import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { settings } from "../../../sync/schema/settings.ts";
import { adminRoute } from "./layout.tsx";

const search = v.object({ tab: v.optional(v.fallback(v.optional(settings.entries.section), undefined)) });

export const adminSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/settings",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/admin/screens/system-settings/system-settings.tsx"),
    "SystemSettings",
  ),
});
