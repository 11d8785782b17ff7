import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import type { CampaignFormApi } from "./campaign-form.tsx";

export interface TabProps {
  form: CampaignFormApi;
  /** A published campaign's promises (start, reward) stay as they are. */
  published: boolean;
  currency: Campaign["currency"];
}
