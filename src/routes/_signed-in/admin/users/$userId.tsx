import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/admin/users/$userId")({
  validateSearch: searchParams({
    tab: oneOf(["tests", "campaigns", "reports", "received", "payouts", "flags", "activity", "sessions"]),
  }),
  ...screen("admin", () => import("#features/admin/screens/user/user.tsx"), "UserPage"),
});
