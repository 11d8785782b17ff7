// Shown to admins who must set up the second factor (System Settings, Security). Until then the
// database returns only their own rows.

import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { needsSecondFactor } from "../../sync/queries/settings.ts";
import { reportError } from "../lib/error-log.ts";
import { useQueryOr } from "../state/query.ts";
import { useStatus } from "../state/status.ts";
import { loadSync } from "../state/sync.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

export function SecondFactorNotice() {
  const needed = useQueryOr(needsSecondFactor(), false);
  const lastSyncedAt = useStatus("lastSyncedAt");
  const [given, setGiven] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pull follows a code
  useEffect(() => {
    let gone = false;
    loadSync()
      .then((sync) => sync.hasSecondFactor())
      .then((has) => {
        if (!gone) setGiven(has);
      })
      .catch(reportError);
    return () => {
      gone = true;
    };
  }, [needed, lastSyncedAt]);
  if (!needed || given) return null;
  return (
    <Notice
      tone="caution"
      title={<Trans>Admins need two-step verification here</Trans>}
      action={
        <LinkButton to="/account/security" size="sm">
          <Trans>Set it up</Trans>
        </LinkButton>
      }
    >
      <Trans>Until you have set it up, you can see and change only your own data.</Trans>
    </Notice>
  );
}
