import { Trans } from "@lingui/react/macro";

/** In place of the actions that an admin has not. */
export const OwnersOnly = () => (
  <span className="text-muted text-xs">
    <Trans>Owners only</Trans>
  </span>
);
