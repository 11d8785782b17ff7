// Reports an app, campaign or report to the admins. Works offline: pending flags are shown.
import { IssueDialog, type Thing } from "./flag-dialog.tsx";
import { PendingFlags } from "./pending-flags.tsx";

interface IssueProps {
  thing: Thing;
  open: boolean;
  onClose: () => void;
}

export const Issue = ({ thing, open, onClose }: IssueProps) => (
  <>
    {open && <IssueDialog thing={thing} onClose={onClose} />}
    <PendingFlags id={thing.content_id} />
  </>
);
