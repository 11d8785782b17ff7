import { Plural, Trans } from "@lingui/react/macro";
import { useQueryOr } from "#state/query.ts";
import { campaignsGiving } from "#sync/queries/campaigns.ts";
import type { Release } from "#sync/schema/releases.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";

interface WithdrawDialogProps {
  release: Release;
  leavesStore: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export function WithdrawDialog({ release, leavesStore, onClose, onConfirm }: WithdrawDialogProps) {
  const { version } = release;
  const campaigns = useQueryOr(campaignsGiving(release.id), 0);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={<Trans>Withdraw version {version}?</Trans>}
      confirmLabel={<Trans>Withdraw release</Trans>}
      onConfirm={onConfirm}
    >
      <span className="flex flex-col gap-2">
        <span>
          <Trans>
            It can no longer be downloaded. People who downloaded it keep it and are notified. This cannot be undone:
            publish a new release instead.
          </Trans>
        </span>
        {leavesStore && (
          <span>
            <Trans>It is the only published release, so the app leaves the App Store as well.</Trans>
          </span>
        )}
        {campaigns > 0 && (
          <span>
            <Plural
              value={campaigns}
              one="# campaign distributes this build. Choose another build there."
              other="# campaigns distribute this build. Choose another build there."
            />
          </span>
        )}
      </span>
    </ConfirmDialog>
  );
}
