import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { PendingReviews } from "#features/sync/use-pending-reviews.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";

interface AcceptAllProps {
  /** Submitted sets in view. */
  sets: readonly Application[];
  onAccept: PendingReviews["decide"];
}

export function AcceptAll({ sets, onAccept }: AcceptAllProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const count = sets.length;
  const accept = () => {
    setAsking(false);
    void onAccept(sets, { to: "accepted" }, t`${plural(count, { one: "# set accepted", other: "# sets accepted" })}`);
  };
  return (
    <>
      <Button opensDialog onClick={() => setAsking(true)}>
        <Plural value={count} one="Accept # set" other="Accept all # sets" />
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={accept}
        title={<Plural value={count} one="Accept # set?" other="Accept # sets?" />}
        confirmLabel={<Trans>Accept sets</Trans>}
        tone="primary"
      >
        <Trans>An accepted set can earn its tester the reward. You can undo it for a few seconds.</Trans>
      </ConfirmDialog>
    </>
  );
}
