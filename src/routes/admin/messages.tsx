import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { adminRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  show: v.optional(v.fallback(v.optional(v.picklist(["open", "done", "all"])), undefined)),
});

export const adminMessagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/messages",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/admin/screens/messages/messages.tsx"), "Messages"),
});
