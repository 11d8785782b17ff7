import { Trans } from "@lingui/react/macro";

/** Shown to admins instead of owner actions. */
export const OwnersOnly = () => (
  <span className="text-muted text-xs">
    <Trans>Owners only</Trans>
  </span>
);
