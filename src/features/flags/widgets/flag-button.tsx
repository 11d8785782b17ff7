// Tells the admins that something is wrong or harmful (S26): an app, a campaign, a report. Works
// offline: the text is stored and sent once, later; until then it is shown beside the button.
import { Trans } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "../../../ui/button.tsx";
import { IssueDialog, type Thing } from "./flag-dialog.tsx";
import { PendingFlags } from "./pending-flags.tsx";

interface IssueButtonProps {
  thing: Thing;
  open: boolean;
  onOpen: (open: boolean) => void;
  size?: ButtonSize;
  variant?: ButtonVariant;
  children: ReactNode;
}

export function IssueButton({ thing, open, onOpen, size = "md", variant = "secondary", children }: IssueButtonProps) {
  return (
    <>
      <Button icon={Flag} size={size} variant={variant} aria-haspopup="dialog" onClick={() => onOpen(true)}>
        {children}
      </Button>
      {open && <IssueDialog thing={thing} onClose={() => onOpen(false)} />}
      <PendingFlags id={thing.content_id} />
    </>
  );
}

/** Where "Report" alone would mean the report of a tester. */
export function TellAdmins({ thing }: { thing: Thing }) {
  const [open, setOpen] = useState(false);
  return (
    <IssueButton thing={thing} open={open} onOpen={setOpen} size="sm" variant="ghost">
      <Trans context="button">Report to the admins</Trans>
    </IssueButton>
  );
}
