import { useLingui } from "@lingui/react/macro";
import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { unreadNotifications } from "../../sync/queries/notifications.ts";
import type { Notification } from "../../sync/schema/notifications.ts";
import { groupNotifications } from "../features/notifications/groups.ts";
import { useSeen } from "../features/notifications/use-seen.ts";
import { useQueryOr } from "../state/query.ts";
import { useSite } from "../state/site-settings.ts";

interface Opened {
  type?: string;
  path?: string;
}

/** Opens the page of a push notification that was clicked while the app was open. */
function useOpened() {
  const { history } = useRouter();
  useEffect(() => {
    const heard = ({ data }: MessageEvent<Opened | null>) => {
      if (data?.type === "OPEN" && data.path?.startsWith("/")) history.push(data.path);
    };
    navigator.serviceWorker?.addEventListener("message", heard);
    return () => navigator.serviceWorker?.removeEventListener("message", heard);
  }, [history]);
}

const none: Notification[] = [];

/** Marks notifications that link to the open page as read. Screens mark others with `useSeen`. */
function useSeenHere() {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const here = new URLSearchParams(searchStr);
  useSeen(({ link }) => {
    const [path, search = ""] = link.split("?");
    return path === pathname && [...new URLSearchParams(search)].every(([name, value]) => here.get(name) === value);
  });
}

function useBadge(count: number) {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // Rejects if the app is not installed and thus has no icon.
    (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
  }, [count]);
}

export function Bell() {
  const { t } = useLingui();
  const unread = groupNotifications(useQueryOr(unreadNotifications(), none)).length;
  useSeenHere();
  useBadge(unread);
  useOpened();
  const { inApp } = useSite();
  if (!inApp && unread === 0) return null;
  return (
    <Link
      to="/notifications"
      title={t`Notifications`}
      className="tap relative inline-grid aspect-square place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
    >
      <BellIcon aria-hidden className="size-5" />
      <span className="sr-only">{unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}</span>
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 font-semibold text-[0.6875rem] text-on-danger tabular-nums"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}
