import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { notificationsRead } from "#sync/mutations/notifications.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { SrNote } from "#ui/sr-note.tsx";
import { groupLink, type NotificationGroup } from "../../groups.ts";

interface NotificationLineProps {
  group: NotificationGroup;
  title: string;
  detail: string;
}

/** Opening it marks the whole group as read. */
export function NotificationLine({ group, title, detail }: NotificationLineProps) {
  const { t } = useLingui();
  const { history } = useRouter();
  const read = useMutationToast(notificationsRead);
  const { unread } = group;
  const link = groupLink(group);
  const mark = () => void read(group.ids);
  return (
    <div
      className={cx(
        "relative flex items-start gap-3 rounded-lg border p-4",
        unread ? "border-accent bg-raised" : "border-line bg-raised",
      )}
    >
      <span
        aria-hidden
        className={cx("mt-2 size-2.5 shrink-0 rounded-full", unread ? "bg-accent" : "bg-transparent")}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <a
          href={link || "/notifications"}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            if (unread) mark();
            if (link) history.push(link);
          }}
          className={cx("break-words after:absolute after:inset-0", unread && "font-semibold")}
        >
          {title}
          {unread && <SrNote text={t`(unread)`} />}
        </a>
        {detail !== "" && <p className="break-words text-muted text-sm">{detail}</p>}
        <p className="text-muted text-sm">
          <DateText value={group.latest.created_at} />
        </p>
      </div>
      {unread && <IconButton icon={Check} label={t`Mark as read: ${title}`} onClick={mark} className="z-1 -my-1" />}
    </div>
  );
}
