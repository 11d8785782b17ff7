import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { signedInRoute } from "../signed-in.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  show: v.optional(v.fallback(v.optional(v.literal("unread")), undefined)),
});

/** Notifications, the same for every role. */
export const notificationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/notifications",
  validateSearch: search,
  component: lazyRouteComponent(
    () => import("../../features/notifications/screens/notifications/notification-list.tsx"),
    "NotificationList",
  ),
});
