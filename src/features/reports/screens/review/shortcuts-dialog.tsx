import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Kbd } from "../../../../ui/kbd.tsx";

interface ShortcutsDialogProps {
  open: boolean;
  onClose: () => void;
  /** There are members to assign reports to. */
  assigns: boolean;
}

export function ShortcutsDialog({ open, onClose, assigns }: ShortcutsDialogProps) {
  const { t } = useLingui();
  const keys = [
    ["j", t`Next report`],
    ["k", t`Previous report`],
    ["Enter", t`Read the report`],
    ["a", t`Approve`],
    ["c", t`Request changes`],
    ["r", t`Reject`],
    ["d", t`Mark as duplicate`],
    ...(assigns ? [["i", t`Assign to me`] as const] : []),
    ["x", t`Choose the report`],
    ["u", t`Undo the last answer`],
    ["Ctrl Enter", t`Send the answer`],
    ["/", t`Search`],
    ["?", t`This list`],
  ] as const;
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>} size="sm">
      <dl className="flex flex-col divide-y divide-line">
        {keys.map(([key, does]) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2">
            <dt>{does}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
