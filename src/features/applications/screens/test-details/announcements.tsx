import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AnnouncementCard } from "#features/campaigns/widgets/announcement-card.tsx";
import { useSeen } from "#features/notifications/use-seen.ts";
import { now } from "#lib/clock.ts";
import { useQueryOr } from "#state/query.ts";
import { announcementNotifications } from "#sync/queries/notifications.ts";
import type { Announcement } from "#sync/schema/briefs.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";

interface AnnouncementsProps {
  campaignId: string;
  announcements: readonly Announcement[];
}

/** Opening a notification marks it as read just before this page opens. */
const JUST_READ_MS = 30_000;

/**
 * Announcements that were unread when the page opened or arrived since. Viewing marks their
 * notifications as read, but the "new" mark stays.
 */
function useFresh(campaignId: string): ReadonlySet<string> {
  const [opened] = useState(() => new Date(now() - JUST_READ_MS).toISOString());
  const notifications = useQueryOr(announcementNotifications(campaignId), []);
  useSeen(({ kind, data }) => kind === "announcement" && data.campaign_id === campaignId);
  const fresh = notifications.filter(({ read_at }) => read_at === null || read_at > opened);
  return new Set(fresh.map(({ data }) => String(data.announcement_id)));
}

/** Collapses read announcements except the newest, to keep the instructions in view. */
export function Announcements({ campaignId, announcements }: AnnouncementsProps) {
  const { t } = useLingui();
  const fresh = useFresh(campaignId);
  const [all, setAll] = useState(false);
  if (announcements.length === 0) return null;
  const shown = announcements.filter(({ id }, place) => all || place === 0 || fresh.has(id));
  const more = announcements.length - shown.length;
  return (
    <div id="announcements" className="scroll-mt-20">
      <Section title={t`Announcements`}>
        <ul className="flex flex-col gap-3">
          {shown.map((one) => (
            <li key={one.id}>
              <AnnouncementCard announcement={one} fresh={fresh.has(one.id)} />
            </li>
          ))}
        </ul>
        {more > 0 && (
          <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
            <Plural value={more} one="Show # earlier announcement" other="Show # earlier announcements" />
          </Button>
        )}
      </Section>
    </div>
  );
}
