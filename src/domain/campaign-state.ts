// What state a campaign is in for a person. The server completes a campaign whose last day has
// passed; a device that has been offline reads the date itself, so that nobody works on a campaign
// that is over.
import type { Campaign } from "../../sync/schema/campaigns.ts";
import { dayOf } from "../i18n/format.ts";
import { useNow } from "../ui/use-now.ts";

/** Today as a calendar day, renewed over midnight. */
export const useToday = (): string => dayOf(useNow());

export const hasEnded = (campaign: Pick<Campaign, "status" | "end_date">, today: string): boolean =>
  campaign.status === "completed" || campaign.status === "archived" || campaign.end_date < today;

/** An active campaign past its end date reads as completed. */
export const shownStatus = (campaign: Pick<Campaign, "status" | "end_date">, today: string): Campaign["status"] =>
  campaign.status === "active" && campaign.end_date < today ? "completed" : campaign.status;
