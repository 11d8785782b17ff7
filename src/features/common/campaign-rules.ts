// Campaign states for a user. The server completes campaigns after their last day; an offline
// device checks the date itself, so that testers do not work on an ended campaign.
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { shortCode } from "#sync/schema/short-codes.ts";
import { dateOf, dayOf } from "../../i18n/format.ts";
import { useNow } from "../../ui/use-now.ts";

/** The public address of a test. */
export const testPath = (id: string): string => `/tests/${shortCode(id)}`;

/** Today as a calendar day; updates at midnight. */
export const useToday = (): string => dayOf(useNow());

export const hasEnded = (campaign: Pick<Campaign, "status" | "end_date">, today: string): boolean =>
  campaign.status === "completed" || campaign.status === "archived" || campaign.end_date < today;

const DAY_MS = 86_400_000;
export const daysLeft = (campaign: Pick<Campaign, "end_date">, today: string): number =>
  Math.round((dateOf(campaign.end_date).getTime() - dateOf(today).getTime()) / DAY_MS);

/** Shows an active campaign past its end date as completed. */
export const shownStatus = (campaign: Pick<Campaign, "status" | "end_date">, today: string): Campaign["status"] =>
  campaign.status === "active" && campaign.end_date < today ? "completed" : campaign.status;

export const spotsRemaining = (campaign: Pick<Campaign, "max_testers" | "testers_joined">) =>
  Math.max(0, campaign.max_testers - campaign.testers_joined);

/** True if the tester takes part, so that free spots no longer matter. */
export const holdsSpot = (application: Pick<Application, "status"> | null): boolean =>
  application?.status === "accepted" || application?.status === "completed";

/** Whether a tester can apply, or why not; `full` puts applicants on the waiting list. */
export type ApplyState = "open" | "full" | "draft" | "ended" | "hidden" | "blocked" | "suspended";

type Appliable = Pick<Campaign, "end_date" | "max_testers" | "testers_joined"> &
  Partial<Pick<Campaign, "status" | "hidden">>;

/**
 * Mirrors `private.accepts_testers` and `application_rules`. Cards exist only for visible, active
 * campaigns.
 */
export function applyState(
  { status = "active", hidden = false, ...campaign }: Appliable,
  person: { blocked: boolean; suspended: boolean },
  today: string,
): ApplyState {
  if (status === "draft") return "draft";
  if (hasEnded({ ...campaign, status }, today)) return "ended";
  if (hidden) return "hidden";
  if (person.suspended) return "suspended";
  if (person.blocked) return "blocked";
  return spotsRemaining(campaign) === 0 ? "full" : "open";
}

/** True if the campaign takes testers, regardless of free spots. */
export const acceptsTesters = (campaign: Pick<Campaign, "status" | "hidden" | "end_date">, today: string): boolean =>
  campaign.status === "active" && !campaign.hidden && !hasEnded(campaign, today);

const SHORT = 32;
/** Short requirements become chips, longer ones stay text. */
export const isShort = (requirement: string): boolean => requirement.length <= SHORT;

const parts = (text: string, at: RegExp): string[] =>
  text
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * Splits requirements into chips: one per line, and at commas only if all parts are short, so that
 * sentences stay whole.
 */
export function requirementsOf(campaign: Pick<Campaign, "requirements">): string[] {
  const lines = parts(campaign.requirements, /\r?\n|[;•]/);
  const items = parts(lines[0] ?? "", /,/);
  return lines.length === 1 && items.every((item) => item.split(/\s+/).length <= 3) ? items : lines;
}
