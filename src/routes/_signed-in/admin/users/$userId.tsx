import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, searchParams } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/admin/users/$userId")({
  validateSearch: searchParams({
    tab: oneOf(["tests", "campaigns", "reports", "received", "payouts", "flags", "activity", "sessions"]),
  }),
  ...withTexts("admin"),
  component: lazyRouteComponent(() => import("#features/admin/screens/user/user.tsx"), "UserPage"),
});
