// Announcements to the accepted testers of a campaign, and reminding them. Calls, not rows: none
// works offline, and the screen says so. The testers read announcements in the brief.
import type { Announcement } from "../schema/briefs.ts";
import { nudgeTesters, removeAnnouncement, sendAnnouncement } from "../schema/campaign-functions.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** @param announcement with an id of this device's: sent again with the same id, it is sent once */
export const announcementSend = (
  transport: Transport,
  campaign: string,
  announcement: Pick<Announcement, "id" | "title" | "body">,
): Promise<Result<{ recipients: number }, CallFailure>> =>
  transport.rpc(sendAnnouncement, { campaign, ...announcement }, "person");

export const announcementRemove = (
  transport: Transport,
  campaign: string,
  id: string,
): Promise<Result<unknown, CallFailure>> => transport.rpc(removeAnnouncement, { campaign, id }, "person");

/** Reminds the accepted testers who have sent no report. @returns how many */
export const testersNudge = (
  transport: Transport,
  campaign: string,
): Promise<Result<{ testers: number }, CallFailure>> => transport.rpc(nudgeTesters, { campaign }, "person");
