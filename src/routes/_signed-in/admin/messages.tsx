import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/messages")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["open", "done", "all"]),
  }),
  ...screen("admin", () => import("#features/admin/screens/messages/messages.tsx"), "Messages"),
});
