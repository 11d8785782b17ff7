import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { hasEnded, holdsSpot, useToday } from "../common/campaign-rules.ts";
import { useIsSuspended } from "../common/use-is-suspended.ts";

/**
 * Whether the tester may answer tasks and submit them. Mirrors `private.results_rules`: a set that
 * was sent back may be changed after the campaign's end.
 */
export function useTaskAccess(application: Application, campaign: Campaign | null) {
  const today = useToday();
  const suspended = useIsSuspended();
  const { results_status } = application;
  const frozen = results_status === "submitted" || results_status === "accepted";
  const maySubmit = holdsSpot(application) && !frozen && !suspended;
  const running = campaign === null || (campaign.start_date <= today && !hasEnded(campaign, today));
  return { maySubmit, mayAnswer: maySubmit && (running || results_status === "returned") };
}
