// Tells the admins that something is wrong or harmful (S26): an app, a campaign, a report. Works
// offline: the text is stored and sent once, later; until then it is shown beside the button.
import { Trans, useLingui } from "@lingui/react/macro";
import { Flag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flagDiscard } from "../../../../sync/mutations/flags.ts";
import { pendingOf } from "../../../../sync/queries/pending-items.ts";
import { useQueryOr } from "../../../state/query.ts";
import { Button, type ButtonSize, type ButtonVariant } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { refusalText } from "../../sync/failures.ts";
import { useMutationToast } from "../../sync/use-mutation-toast.ts";
import { IssueDialog, type Thing } from "./flag-dialog.tsx";

const none: never[] = [];

interface IssueButtonProps {
  thing: Thing;
  open: boolean;
  onOpen: (open: boolean) => void;
  size?: ButtonSize;
  variant?: ButtonVariant;
  children: ReactNode;
}

export function IssueButton({ thing, open, onOpen, size = "md", variant = "secondary", children }: IssueButtonProps) {
  const { t } = useLingui();
  const pending = useQueryOr(pendingOf("flag", thing.content_id), none);
  const discard = useMutationToast(flagDiscard);
  return (
    <>
      <Button icon={Flag} size={size} variant={variant} aria-haspopup="dialog" onClick={() => onOpen(true)}>
        {children}
      </Button>
      {open && <IssueDialog thing={thing} onClose={() => onOpen(false)} />}
      {pending.map((flag) => (
        <Notice
          key={flag.id}
          live
          className="w-full"
          tone={flag.state === "rejected" ? "danger" : "info"}
          title={
            flag.state === "rejected" ? (
              <Trans>Your report was not accepted</Trans>
            ) : (
              <Trans>Your report is waiting to be sent</Trans>
            )
          }
          action={
            flag.state === "rejected" && (
              <Button size="sm" onClick={() => void discard(flag.id)}>
                <Trans>Discard</Trans>
              </Button>
            )
          }
        >
          {flag.state === "rejected" && <p>{t(refusalText(flag.failure))}</p>}
          <p className="break-words">{flag.name}</p>
        </Notice>
      ))}
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
