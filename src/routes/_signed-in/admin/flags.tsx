import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "../../-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/flags")({
  validateSearch: searchParams({
    q: text,
    show: oneOf(["resolved", "dismissed", "all"]),
    flag: text,
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/flags/screens/flags/flags.tsx"), "Flags"),
});
