import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Check, PencilLine, UserPlus, X } from "lucide-react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { SelectAll } from "../../../../ui/select-all.tsx";

interface BulkReviewProps {
  answerable: readonly Feedback[];
  chosen: readonly Feedback[];
  onChoose: (ids: string[]) => void;
  onAsk: (kind: "approve" | "changes" | "reject") => void;
  /** Null: there is nobody to assign to. */
  onAssign: (() => void) | null;
}

/** One answer for several reports. There once at least two wait. */
export function BulkReview({ answerable, chosen, onChoose, onAsk, onAssign }: BulkReviewProps) {
  const { t } = useLingui();
  if (answerable.length < 2 && chosen.length === 0) return null;
  return (
    // Beside the reader it is the head of the list. The boxes stand in one column.
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-3 py-1 text-sm max-lg:rounded-lg max-lg:border max-lg:border-transparent lg:border-line lg:border-b">
      <SelectAll
        rows={answerable}
        chosen={chosen.length}
        onChoose={onChoose}
        label={<Plural value={answerable.length} one="Select # pending report" other="Select all # pending reports" />}
      />
      {chosen.length > 0 && (
        <div className="ms-auto flex items-center gap-2">
          <Button size="sm" variant="primary" icon={Check} onClick={() => onAsk("approve")}>
            <Trans>Approve</Trans>
          </Button>
          <IconButton icon={PencilLine} label={t`Request changes`} onClick={() => onAsk("changes")} />
          <IconButton icon={X} label={t`Reject`} onClick={() => onAsk("reject")} />
          {onAssign && <IconButton icon={UserPlus} label={t`Assign…`} onClick={onAssign} />}
        </div>
      )}
    </div>
  );
}
