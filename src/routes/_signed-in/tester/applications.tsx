import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { applicationStatuses } from "#sync/schema/values.ts";
import { screen } from "../../-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/applications")({
  validateSearch: searchParams({
    status: oneOf(applicationStatuses),
    view: oneOf(["calendar"]),
    month: text,
  }),
  ...screen("tester", () => import("#features/applications/screens/applications/applications.tsx"), "MyApplications"),
});
