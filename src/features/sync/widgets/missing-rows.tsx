// Notice above lists and statistics whose rows are incomplete on this device.
import { Trans } from "@lingui/react/macro";
import { useRowsHere } from "#state/rows-here.ts";
import type { CollectionName } from "#sync/schema/collections.ts";
import { Notice } from "#ui/notice.tsx";

export const CannotSync = () => (
  <Trans>
    One part of your data cannot be synced, so lists and figures may be incomplete. The sync panel says why.
  </Trans>
);
export const ConnectOnce = () => <Trans>Connect once, and everything will be here next time, even offline.</Trans>;

/** @param props.of the collections that are shown */
export function MissingRows({ of }: { of: readonly CollectionName[] }) {
  const here = useRowsHere(of);
  if (here === "all") return null;
  if (here === "incomplete") {
    return (
      <Notice tone="caution" title={<Trans>Some entries are missing on this device</Trans>}>
        <CannotSync />
      </Notice>
    );
  }
  return here === "arriving" ? (
    <Notice title={<Trans>Your data is still arriving on this device</Trans>}>
      <Trans>Lists and figures are incomplete until then.</Trans>
    </Notice>
  ) : (
    <Notice title={<Trans>Not everything is on this device yet</Trans>}>
      <ConnectOnce />
    </Notice>
  );
}
