import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { EmptyState } from "../../../../ui/empty-state.tsx";

/**
 * A fresh device without a network has nothing to show, which is not the same as there being
 * nothing.
 */
export const NotSyncedYet = () => (
  <EmptyState icon={CloudOff} title={<Trans>No data on this device yet</Trans>}>
    <Trans>This device is offline. Your data appears as soon as you connect.</Trans>
  </EmptyState>
);
