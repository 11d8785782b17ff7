import { type Query, rows } from "../database/query.ts";
import type { Notification } from "../schema/notifications.ts";

const newestFirst = (list: Notification[]) => list.sort((a, b) => b.created_at.localeCompare(a.created_at));

export const ownNotifications = (): Query<Notification[]> => rows("ownNotifications", "notifications", {}, newestFirst);

export const unreadNotifications = (): Query<Notification[]> =>
  rows("unreadNotifications", "notifications", { selector: { read_at: null } }, newestFirst);

/** Notifications of a campaign's announcements, read or not. */
export const announcementNotifications = (campaignId: string): Query<Notification[]> =>
  rows(`announcementNotifications|${campaignId}`, "notifications", { selector: { kind: "announcement" } }, (list) =>
    list.filter(({ data }) => data.campaign_id === campaignId),
  );
