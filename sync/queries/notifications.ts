import { map } from "rxjs";
import { type Query, rowsOf } from "../database/query.ts";
import type { Notification } from "../schema/notifications.ts";

const newestFirst = (list: Notification[]) => list.sort((a, b) => b.created_at.localeCompare(a.created_at));

/** Newest first. */
export const ownNotifications = (): Query<Notification[]> => ({
  key: "ownNotifications",
  observe: (store) => rowsOf(store, "notifications", {}).pipe(map(newestFirst)),
});

/** Newest first. */
export const unreadNotifications = (): Query<Notification[]> => ({
  key: "unreadNotifications",
  observe: (store) => rowsOf(store, "notifications", { selector: { read_at: null } }).pipe(map(newestFirst)),
});

/** Notifications of a campaign's announcements, read or not. */
export const announcementNotifications = (campaignId: string): Query<Notification[]> => ({
  key: `announcementNotifications|${campaignId}`,
  observe: (store) =>
    rowsOf(store, "notifications", { selector: { kind: "announcement" } }).pipe(
      map((list) => list.filter(({ data }) => data.campaign_id === campaignId)),
    ),
});
