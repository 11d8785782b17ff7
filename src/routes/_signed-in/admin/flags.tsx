import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/flags")({
  validateSearch: searchParams({
    q: v.string(),
    show: v.picklist(["resolved", "dismissed", "all"]),
    flag: v.string(),
  }),
  component: lazyRouteComponent(() => import("../../../features/flags/screens/flags/flags.tsx"), "Flags"),
});
