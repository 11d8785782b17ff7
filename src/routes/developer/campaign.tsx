import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as v from "valibot";
import { applicationStatus } from "../../../sync/schema/applications.ts";
import { feedbackStatus, feedbackType, severity } from "../../../sync/schema/feedback.ts";
import { campaignTabs } from "./campaign-create.tsx";
import { campaignParts } from "./campaign-part.tsx";
import { developerRoute } from "./layout.tsx";

const search = v.object({
  tab: v.optional(v.fallback(v.optional(campaignParts), undefined)),
  q: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** Filter of the applicants. */
  applicants: v.optional(v.fallback(v.optional(applicationStatus), undefined)),
  order: v.optional(v.fallback(v.optional(v.picklist(["newest", "karma", "rating", "tests"])), undefined)),
  /** Applicants whose screening answers match, or differ. */
  match: v.optional(v.fallback(v.optional(v.picklist(["yes", "no"])), undefined)),
  /** Which part of the form is open while editing. */
  step: v.optional(v.fallback(v.optional(campaignTabs), undefined)),
  /** Filters and order of the reports. */
  status: v.optional(v.fallback(v.optional(feedbackStatus), undefined)),
  type: v.optional(v.fallback(v.optional(feedbackType), undefined)),
  severity: v.optional(v.fallback(v.optional(severity), undefined)),
  /** The tester's stars. */
  rating: v.optional(v.fallback(v.optional(v.picklist([1, 2, 3, 4, 5])), undefined)),
  sort: v.optional(v.fallback(v.optional(v.picklist(["due", "newest", "severity", "rating"])), undefined)),
  /** The report that is open. */
  report: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

export const developerCampaignRoute = createRoute({
  getParentRoute: () => developerRoute,
  path: "/campaigns/$campaignId",
  validateSearch: search,
  component: lazyRouteComponent(() => import("./campaign-screen.tsx"), "CampaignScreen"),
});
