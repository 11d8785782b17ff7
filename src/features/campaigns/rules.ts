// What state a campaign is in for a person. The server completes a campaign whose last day has
// passed; a device that has been offline reads the date itself, so that nobody works on a campaign
// that is over.
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import { dayOf } from "../../i18n/format.ts";
import { useNow } from "../../ui/use-now.ts";

/** Today as a calendar day, renewed over midnight. */
export const useToday = (): string => dayOf(useNow());

export const hasEnded = (campaign: Pick<Campaign, "status" | "end_date">, today: string): boolean =>
  campaign.status === "completed" || campaign.status === "archived" || campaign.end_date < today;

/** An active campaign past its end date reads as completed. */
export const shownStatus = (campaign: Pick<Campaign, "status" | "end_date">, today: string): Campaign["status"] =>
  campaign.status === "active" && campaign.end_date < today ? "completed" : campaign.status;

export const spotsRemaining = (campaign: Pick<Campaign, "max_testers" | "testers_joined">) =>
  Math.max(0, campaign.max_testers - campaign.testers_joined);

const parts = (text: string, at: RegExp): string[] =>
  text
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * Requirements are free text; each line makes a chip. A comma does so only in a list of few words,
 * or it would tear a sentence.
 */
export function requirementsOf(campaign: Pick<Campaign, "requirements">): string[] {
  const lines = parts(campaign.requirements, /\r?\n|[;•]/);
  const items = parts(lines[0] ?? "", /,/);
  return lines.length === 1 && items.every((item) => item.split(/\s+/).length <= 3) ? items : lines;
}
