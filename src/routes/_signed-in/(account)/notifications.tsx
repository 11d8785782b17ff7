import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "../../../lib/search-params.ts";

/** Notifications, the same for every role. */
export const Route = createFileRoute("/_signed-in/(account)/notifications")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["unread"]),
  }),
  component: lazyRouteComponent(
    () => import("../../../features/notifications/screens/notifications/notification-list.tsx"),
    "NotificationList",
  ),
});
