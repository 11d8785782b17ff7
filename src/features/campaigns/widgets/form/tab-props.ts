import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Form } from "#ui/form/use-form.ts";
import type { CampaignFormIn, CampaignFormOut } from "./campaign-values.ts";

export type CampaignFormApi = Form<CampaignFormIn, CampaignFormOut>;

export interface TabProps {
  form: CampaignFormApi;
  /** Locks start date and reward of a published campaign. */
  published: boolean;
  currency: Campaign["currency"];
}
