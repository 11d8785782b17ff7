import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";
import { profileStatuses, roles } from "#sync/schema/values.ts";

export const Route = createFileRoute("/_signed-in/admin/users/")({
  validateSearch: searchParams({
    q: text,
    role: oneOf(roles),
    status: oneOf(profileStatuses),
    sort: oneOf(["name", "email", "role", "status", "joined", "active"]),
    direction: oneOf(["desc"]),
  }),
  ...screen("admin", () => import("#features/admin/screens/users/users.tsx"), "UserManagement"),
});
