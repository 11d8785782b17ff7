// How many notifications are unread: in the header, and on the app's icon where it is installed.
import { useLingui } from "@lingui/react/macro";
import { Link, useRouter } from "@tanstack/react-router";
import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { unreadCount } from "../../sync/reads/notifications.ts";
import { useReadOr } from "../store/read.ts";
import { useSite } from "../store/site.ts";

interface Opened {
  type?: string;
  path?: string;
}

/** A push message was pressed while this page was open (src/sw-push.ts). */
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

function useBadge(count: number) {
  useEffect(() => {
    if (!("setAppBadge" in navigator)) return;
    // Refused where the app is not installed: then there is no icon to mark either.
    (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
  }, [count]);
}

export function Bell() {
  const { t } = useLingui();
  const unread = useReadOr(unreadCount(), 0);
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
