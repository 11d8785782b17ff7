import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { profileStatus, role } from "../../../../sync/schema/profiles.ts";
import { searchParams } from "../../../lib/search-params.ts";

export const Route = createFileRoute("/_signed-in/admin/users")({
  validateSearch: searchParams({
    q: v.string(),
    role: role,
    status: profileStatus,
    sort: v.picklist(["name", "email", "role", "status", "joined", "active"]),
    direction: v.literal("desc"),
  }),
  component: lazyRouteComponent(() => import("../../../features/admin/screens/users/users.tsx"), "UserManagement"),
});
