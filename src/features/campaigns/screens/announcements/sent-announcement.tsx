import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Trash2, Users } from "lucide-react";
import { useAskedAction } from "#features/common/use-server-call.ts";
import { useStatus } from "#state/status.ts";
import { loadSync } from "#state/sync.ts";
import type { Announcement } from "#sync/schema/briefs.ts";
import { removeAnnouncement } from "#sync/schema/campaign-functions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { AnnouncementCard } from "../../widgets/announcement-card.tsx";

interface SentAnnouncementProps {
  campaignId: string;
  announcement: Announcement;
  removable: boolean;
}

export function SentAnnouncement({ campaignId, announcement, removable }: SentAnnouncementProps) {
  const { recipients } = announcement;
  return (
    <AnnouncementCard announcement={announcement}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-2 text-muted text-sm">
          <Users aria-hidden className="size-4 shrink-0" />
          <Plural value={recipients} one="Sent to # tester" other="Sent to # testers" />
        </p>
        {removable && <Remove campaignId={campaignId} announcement={announcement} />}
      </div>
    </AnnouncementCard>
  );
}

function Remove({ campaignId, announcement }: Omit<SentAnnouncementProps, "removable">) {
  const { t } = useLingui();
  const online = useStatus("online");
  // The next pull removes it from the brief.
  const { ask, question } = useAskedAction(() => void loadSync().then((sync) => sync.syncNow()));
  return (
    <>
      <Button size="sm" variant="ghost" icon={Trash2} disabled={!online} opensDialog onClick={ask}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        {...question(
          (transport) => transport.rpc(removeAnnouncement, { campaign: campaignId, id: announcement.id }),
          t`The announcement has been removed`,
        )}
        title={<Trans>Remove this announcement?</Trans>}
        confirmLabel={<Trans>Remove announcement</Trans>}
      >
        <Trans>
          Testers no longer see it in the test or among their notifications. Emails that were sent stay where they are.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
