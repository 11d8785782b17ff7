import { createFileRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchParams, text } from "#lib/search-params.ts";
import { withTexts } from "#routes/-texts.ts";

export const Route = createFileRoute("/_signed-in/tester/tests/$campaignId/tasks/$taskId")({
  validateSearch: searchParams({
    /** Id of the step in focus. */
    step: text,
  }),
  ...withTexts("tester"),
  component: lazyRouteComponent(() => import("#features/tasks/screens/task/task-page.tsx"), "TaskPage"),
});
