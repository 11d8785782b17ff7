// Tells the admins that something is wrong or harmful (S26): an app, a campaign, a report. Works
// offline: the text is stored and sent once, later; until then it is shown beside the button.
import { Trans } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { IssueDialog, type Thing } from "./flag-dialog.tsx";
import { PendingFlags } from "./pending-flags.tsx";

interface IssueProps {
  thing: Thing;
  open: boolean;
  onClose: () => void;
}

/** What its button opens, and what was written there until it is sent. */
export const Issue = ({ thing, open, onClose }: IssueProps) => (
  <>
    {open && <IssueDialog thing={thing} onClose={onClose} />}
    <PendingFlags id={thing.content_id} />
  </>
);

/** Where "Report" alone would mean the report of a tester. */
export function TellAdmins({ thing }: { thing: Thing }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Flag} size="sm" variant="ghost" opensDialog onClick={() => setOpen(true)}>
        <Trans context="button">Report to the admins</Trans>
      </Button>
      <Issue thing={thing} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
