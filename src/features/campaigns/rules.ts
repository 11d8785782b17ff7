// What state a campaign is in for a person. The server completes a campaign whose last day has
// passed; a device that has been offline reads the date itself, so that nobody works on a campaign
// that is over.
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import { dateOf, dayOf } from "../../i18n/format.ts";
import { useNow } from "../../ui/use-now.ts";

/** Today as a calendar day, renewed over midnight. */
export const useToday = (): string => dayOf(useNow());

export const hasEnded = (campaign: Pick<Campaign, "status" | "end_date">, today: string): boolean =>
  campaign.status === "completed" || campaign.status === "archived" || campaign.end_date < today;

const DAY_MS = 86_400_000;
/** Days from today until the last day; 0 is today. */
export const daysLeft = (campaign: Pick<Campaign, "end_date">, today: string): number =>
  Math.round((dateOf(campaign.end_date).getTime() - dateOf(today).getTime()) / DAY_MS);

/** An active campaign past its end date reads as completed. */
export const shownStatus = (campaign: Pick<Campaign, "status" | "end_date">, today: string): Campaign["status"] =>
  campaign.status === "active" && campaign.end_date < today ? "completed" : campaign.status;

export const spotsRemaining = (campaign: Pick<Campaign, "max_testers" | "testers_joined">) =>
  Math.max(0, campaign.max_testers - campaign.testers_joined);

const SHORT = 32;
/** A few words make a chip; more are a sentence to read. */
export const isShort = (requirement: string): boolean => requirement.length <= SHORT;

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
