import { Trans } from "@lingui/react/macro";
import { Chip } from "#ui/badge.tsx";

/** Renders nothing without a release. */
export const VersionChip = ({ version }: { version: string }) =>
  version !== "" && (
    <Chip>
      <Trans>Version {version}</Trans>
    </Chip>
  );
