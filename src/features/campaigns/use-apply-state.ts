import type { Campaign } from "#sync/schema/campaigns.ts";
import { useBlockedOrganizations } from "../../state/organization.ts";
import { type ApplyState, applyState, useToday } from "../common/campaign-rules.ts";
import { useIsSuspended } from "../common/use-is-suspended.ts";

type Asked = Parameters<typeof applyState>[0] & Pick<Campaign, "org_id">;

/** Predicts from local rows whether the tester can apply. */
export function useApplyState(campaign: Asked): ApplyState {
  const today = useToday();
  const suspended = useIsSuspended();
  const blocked = useBlockedOrganizations().some(({ org_id }) => org_id === campaign.org_id);
  return applyState(campaign, { blocked, suspended }, today);
}
