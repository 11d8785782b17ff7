import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/(account)/notifications")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["unread"]),
  }),
  ...screen(
    "account",
    () => import("#features/notifications/screens/notifications/notification-list.tsx"),
    "NotificationList",
  ),
});
