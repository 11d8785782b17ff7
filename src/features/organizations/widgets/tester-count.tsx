import { Plural, Trans } from "@lingui/react/macro";
import { MOST_COUNTED } from "#sync/schema/past-tester-functions.ts";
import { Count } from "#ui/formatted-values.tsx";

/** The server counts only up to a limit. */
export const TesterCount = ({ value }: { value: number }) =>
  value >= MOST_COUNTED ? (
    <Trans>
      More than <Count value={MOST_COUNTED - 1} /> testers
    </Trans>
  ) : (
    <Plural value={value} one="# tester" other="# testers" />
  );
