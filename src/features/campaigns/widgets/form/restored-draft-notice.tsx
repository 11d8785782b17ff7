import { Trans } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

/** Tells the user that the form of a new campaign was restored, and offers to start over. */
export const RestoredDraftNotice = ({ onDrop }: { onDrop: () => void }) => (
  <Notice
    action={
      <Button size="sm" onClick={onDrop}>
        <Trans>Start over</Trans>
      </Button>
    }
  >
    <Trans>Here is what you entered before. It stays on this device until you create the campaign.</Trans>
  </Notice>
);
