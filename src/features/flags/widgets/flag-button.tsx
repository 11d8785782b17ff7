// Reports an app, campaign or report to the admins. Works offline: pending flags are shown beside
// the button.
import { Trans } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { IssueDialog, type Thing } from "./flag-dialog.tsx";
import { PendingFlags } from "./pending-flags.tsx";

interface IssueProps {
  thing: Thing;
  open: boolean;
  onClose: () => void;
}

/** The flag dialog, and the pending flags of this item. */
export const Issue = ({ thing, open, onClose }: IssueProps) => (
  <>
    {open && <IssueDialog thing={thing} onClose={onClose} />}
    <PendingFlags id={thing.content_id} />
  </>
);

/** An alternative to the "Report" label where it would be confused with testers' reports. */
export function TellAdmins({ thing }: { thing: Thing }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Flag} size="sm" variant="ghost" opensDialog onClick={() => setOpen(true)}>
        <Trans context="button">Report this test</Trans>
      </Button>
      <Issue thing={thing} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
