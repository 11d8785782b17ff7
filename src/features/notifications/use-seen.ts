// Marks a notification as read when the user views its subject.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { notificationsRead } from "#sync/mutations/notifications.ts";
import { unreadNotifications } from "#sync/queries/notifications.ts";
import type { Notification } from "#sync/schema/notifications.ts";
import { reportError } from "../../lib/error-log.ts";
import { useQueryOr } from "../../state/query.ts";
import { useMutation } from "../../state/store.ts";

const none: Notification[] = [];

function subscribe(changed: () => void) {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
/** A background tab does not count as viewed. */
const useVisible = () =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "visible",
    () => false,
  );

/**
 * Marks unread notifications as read while the page is visible.
 * @param isAbout matches notifications about the page
 */
export function useSeen(isAbout: (notification: Notification) => boolean): void {
  const unread = useQueryOr(unreadNotifications(), none);
  const mark = useMutation(notificationsRead);
  // Try each once: after a failed write the notification stays unread.
  const tried = useRef(new Set<string>());
  const visible = useVisible();
  const seen = visible ? unread.filter((n) => !tried.current.has(n.id) && isAbout(n)).map((n) => n.id) : [];
  const due = seen.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are the key
  useEffect(() => {
    if (due === "") return;
    for (const id of due.split(" ")) tried.current.add(id);
    // Fire and forget: after a failure the notifications visibly stay unread.
    mark(due.split(" ")).catch(reportError);
  }, [due]);
}

export const useSeenReport = (reportId: string): void => useSeen(({ data }) => data.feedback_id === reportId);
