import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Announcement } from "#sync/schema/briefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { DateText } from "#ui/formatted-values.tsx";

interface AnnouncementCardProps {
  announcement: Pick<Announcement, "title" | "body" | "at" | "author_name">;
  fresh?: boolean;
  children?: ReactNode;
}

/** Plain text: links are not clickable. */
export function AnnouncementCard({ announcement, fresh = false, children }: AnnouncementCardProps) {
  const { title, body, at, author_name: author } = announcement;
  return (
    <Card className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 text-muted text-sm">
          <span className="break-words font-semibold text-text">{author}</span> · <DateText value={at} />
        </p>
        {fresh && (
          <Badge tone="accent">
            <Trans context="announcement">New</Trans>
          </Badge>
        )}
      </div>
      {title !== "" && <h3 className="break-words text-base">{title}</h3>}
      <p className="max-w-prose whitespace-pre-wrap break-words">{body}</p>
      {children}
    </Card>
  );
}
