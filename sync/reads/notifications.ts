// What the person was told.
import { map } from "rxjs";
import { type Read, rowsOf } from "../read.ts";
import type { Notification } from "../schema/notifications.ts";

/** Newest first. */
export const ownNotifications = (): Read<Notification[]> => ({
  key: "ownNotifications",
  observe: (store) =>
    rowsOf(store, "notifications", {}).pipe(
      map((list) => list.sort((a, b) => b.created_at.localeCompare(a.created_at))),
    ),
});

export const unreadCount = (): Read<number> => ({
  key: "unreadCount",
  observe: (store) => rowsOf(store, "notifications", { selector: { read_at: null } }).pipe(map((list) => list.length)),
});
