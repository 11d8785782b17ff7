// Says that more may wait than is listed: a device gets the first thousand, and the next as those
// are decided (SQL: private.add_sync_queue).
import { Trans } from "@lingui/react/macro";
import { Notice } from "../../../ui/notice.tsx";

const FIRST_PART = 1000;

export function LongQueue({ waiting }: { waiting: number }) {
  if (waiting < FIRST_PART) return null;
  return (
    <Notice title={<Trans>More may be waiting</Trans>}>
      <Trans>Your device gets the oldest 1,000 first. The next ones arrive as these are decided.</Trans>
    </Notice>
  );
}
