import { msg } from "@lingui/core/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Labels } from "../../i18n/labels.ts";
import { shownStatus } from "../common/campaign-rules.ts";

export type CampaignPart =
  | "overview"
  | "applicants"
  | "invitations"
  | "feedback"
  | "results"
  | "announcements"
  | "analytics"
  | "summary"
  | "edit";

export const campaignPartLabel: Labels<CampaignPart> = {
  overview: msg`Overview`,
  applicants: msg`Applicants`,
  invitations: msg`Invitations`,
  feedback: msg`Feedback`,
  results: msg`Results`,
  announcements: msg`Announcements`,
  analytics: msg`Analytics`,
  summary: msg`Summary`,
  edit: msg`Edit`,
};

/** In tab order. @param manages true if the user's role may edit the campaign */
export function partsOf(campaign: Campaign, manages: boolean, today: string, hasTasks = false): CampaignPart[] {
  const { status } = campaign;
  const shown = shownStatus(campaign, today);
  const begun = status !== "draft";
  const there: Record<CampaignPart, boolean> = {
    overview: true,
    applicants: true,
    invitations: manages && begun,
    feedback: true,
    results: begun && hasTasks,
    announcements: begun,
    analytics: begun,
    summary: shown === "completed" || shown === "archived",
    edit: manages && (status === "draft" || status === "active"),
  };
  return (Object.keys(there) as CampaignPart[]).filter((part) => there[part]);
}
