import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

/** Notifications, the same for every role. */
export const Route = createFileRoute("/_signed-in/(account)/notifications")({
  validateSearch: searchParams({
    q: v.string(),
    show: v.literal("unread"),
  }),
  component: lazyRouteComponent(
    () => import("../../../features/notifications/screens/notifications/notification-list.tsx"),
    "NotificationList",
  ),
});
