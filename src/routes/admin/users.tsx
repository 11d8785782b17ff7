import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { profileStatus, role } from "../../../sync/schema/profiles.ts";
import { adminRoute } from "./layout.tsx";

// Cast: valibot wants a fallback of the schema's type, and takes the absent one too.
const one = <T extends v.GenericSchema>(schema: T) => v.optional(v.fallback(v.optional(schema), undefined as never));

const search = v.object({
  q: one(v.string()),
  role: one(role),
  status: one(profileStatus),
  sort: one(v.picklist(["name", "email", "role", "status", "joined", "active"])),
  direction: one(v.literal("desc")),
});

export const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/users",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/admin/screens/users/users.tsx"), "UserManagement"),
});
