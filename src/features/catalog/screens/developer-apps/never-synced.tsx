import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import { EmptyState } from "../../../../ui/empty-state.tsx";

/**
 * A fresh device without a network has nothing to show, which is not the same as there being
 * nothing.
 */
export const NeverSynced = () => (
  <EmptyState icon={CloudOff} title={<Trans>Nothing has been received yet</Trans>}>
    <Trans>This device has no connection. What you have on the server appears with the next one.</Trans>
  </EmptyState>
);
