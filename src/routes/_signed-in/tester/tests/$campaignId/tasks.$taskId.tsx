import { createFileRoute } from "@tanstack/react-router";
import { searchParams, text } from "#lib/search-params.ts";
import { screen } from "#routes/-screen.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/tasks/$taskId")({
  validateSearch: searchParams({
    /** Id of the step in focus. */
    step: text,
  }),
  ...screen("tester", () => import("#features/tasks/screens/task/task-page.tsx"), "TaskPage"),
});
