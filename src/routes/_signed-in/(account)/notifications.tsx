import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/(account)/notifications")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["unread"]),
  }),
  ...withTexts("account"),
  component: lazyRouteComponent(
    () => import("#features/notifications/screens/notifications/notification-list.tsx"),
    "NotificationList",
  ),
});
