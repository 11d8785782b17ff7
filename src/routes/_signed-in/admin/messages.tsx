import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/messages")({
  validateSearch: searchParams({
    q: v.string(),
    show: v.picklist(["open", "done", "all"]),
  }),
  component: lazyRouteComponent(() => import("../../../features/admin/screens/messages/messages.tsx"), "Messages"),
});
