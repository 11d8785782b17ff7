import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { feedbackType } from "../../../sync/schema/feedback.ts";
import { testerRoute } from "./layout.tsx";

const search = v.object({
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** Filters: states of the row, and states that only this device knows. */
  status: v.optional(
    v.fallback(
      v.optional(v.picklist(["draft", "waiting", "refused", "submitted", "changes_requested", "approved", "rejected"])),
      undefined,
    ),
  ),
  type: v.optional(v.fallback(v.optional(feedbackType), undefined)),
  sort: v.optional(v.fallback(v.optional(v.picklist(["newest", "oldest", "campaign", "due"])), undefined)),
});

export const testerFeedbackRoute = createRoute({
  getParentRoute: () => testerRoute,
  path: "/feedback",
  validateSearch: search,
  component: lazyRouteComponent(() => import("../../features/reports/screens/my-reports/my-reports.tsx"), "MyFeedback"),
});
