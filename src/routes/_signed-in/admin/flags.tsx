import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/flags")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["resolved", "dismissed", "all"]),
    flag: text,
  }),
  ...screen("admin", () => import("#features/flags/screens/flags/flags.tsx"), "Flags"),
});
