// Predicts whether the server will accept the report now. The server checks again.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { dateOf, dayOf } from "#i18n/format.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";

/** Reports written before the campaign's end may arrive until a week later. */
const GRACE_DAYS = 7;

function lastDayToSend({ end_date, completed_at }: Campaign): string {
  const ended = completed_at === null ? end_date : [end_date, dayOf(Date.parse(completed_at))].sort()[0];
  const day = dateOf(ended ?? end_date);
  day.setDate(day.getDate() + GRACE_DAYS);
  return dayOf(day.getTime());
}

/** Returns null when sending is allowed. Missing rows do not block sending. */
export function sendingBlocked(
  report: OwnReport,
  application: Application | null,
  campaign: Campaign | null,
  today: string,
): MessageDescriptor | null {
  if (application && application.status !== "accepted" && application.status !== "completed") {
    return msg`You are no longer a tester in this campaign, so this report cannot be sent. Your text stays here.`;
  }
  // A tester may respond to requested changes after the campaign has ended.
  if (!campaign || (report.received_at !== null && report.status === "changes_requested")) return null;
  if (campaign.start_date > today)
    return msg`This test has not started yet. You can send the report from its first day.`;
  if (lastDayToSend(campaign) < today) return msg`The reporting period for this test is over. Your text stays here.`;
  return null;
}
