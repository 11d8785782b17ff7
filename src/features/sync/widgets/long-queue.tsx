// Says that more items may be waiting: a device receives the first 1,000, and more as these are
// decided (`private.add_sync_queue` in SQL).
import { Trans } from "@lingui/react/macro";
import { Notice } from "#ui/notice.tsx";

const FIRST_PART = 1000;

export function LongQueue({ waiting }: { waiting: number }) {
  if (waiting < FIRST_PART) return null;
  return (
    <Notice title={<Trans>More may be waiting</Trans>}>
      <Trans>Your device gets the oldest 1,000 first. The next ones arrive as these are decided.</Trans>
    </Notice>
  );
}
