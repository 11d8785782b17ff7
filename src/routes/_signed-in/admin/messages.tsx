import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/messages")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["open", "done", "all"]),
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/admin/screens/messages/messages.tsx"), "Messages"),
});
