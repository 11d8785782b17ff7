// Sends announcements and reminders to a campaign's accepted testers. They are calls, not rows, and
// need a network. Testers read announcements in the brief.
import type { Announcement } from "../schema/briefs.ts";
import { nudgeTesters, removeAnnouncement, sendAnnouncement } from "../schema/campaign-functions.ts";
import type { CallResult } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** @param announcement a retry with the same id sends it only once */
export const announcementSend = (
  transport: Transport,
  campaign: string,
  announcement: Pick<Announcement, "id" | "title" | "body">,
): CallResult<{ recipients: number }> => transport.rpc(sendAnnouncement, { campaign, ...announcement }, "person");

export const announcementRemove = (transport: Transport, campaign: string, id: string): CallResult =>
  transport.rpc(removeAnnouncement, { campaign, id }, "person");

/** The subject of a nudge. */
export type NudgeKind = "report" | "check_in";

/** Reminds accepted testers without a report, or without today's check-in. @returns how many */
export const testersNudge = (
  transport: Transport,
  campaign: string,
  kind: NudgeKind,
): CallResult<{ testers: number }> => transport.rpc(nudgeTesters, { campaign, kind }, "person");
