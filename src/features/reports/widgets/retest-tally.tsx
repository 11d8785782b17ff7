import { Trans } from "@lingui/react/macro";
import type { RetestTally as Tally } from "#sync/schema/tasks.ts";

/** Numbers of testers by what they answered about the build with the fix. */
export function RetestTally({ tally }: { tally: Tally }) {
  const { fixed, still_there: still, unclear } = tally;
  return (
    <Trans>
      Fixed {fixed}, still there {still}, unclear {unclear}
    </Trans>
  );
}
