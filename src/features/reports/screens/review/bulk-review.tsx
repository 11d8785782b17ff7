import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Check, ChevronsUp, PencilLine, Tag, UserPlus, X } from "lucide-react";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { SelectAll } from "#ui/select-all.tsx";
import type { Triaging } from "./triage-dialogs.tsx";

interface BulkReviewProps {
  answerable: readonly Feedback[];
  chosen: readonly Feedback[];
  onChoose: (ids: string[]) => void;
  onAsk: (kind: "approve" | "changes" | "reject") => void;
  /** Null when read-only or in a personal organization. */
  onAssign: (() => void) | null;
  onTriage: (kind: Triaging["kind"]) => void;
}

/** Reviews several reports at once. Shown when at least two are waiting. */
export function BulkReview({ answerable, chosen, onChoose, onAsk, onAssign, onTriage }: BulkReviewProps) {
  const { t } = useLingui();
  if (answerable.length < 2 && chosen.length === 0) return null;
  return (
    // The list header; its checkbox aligns with those of the rows.
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 bg-sunken px-3 text-sm max-lg:rounded-lg lg:border-line lg:border-b">
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
          <Menu
            label={t`More actions for selected reports`}
            items={[
              onAssign !== null && menuEntry("assign", UserPlus, t`Assign…`, onAssign),
              menuEntry("priority", ChevronsUp, t`Set priority…`, () => onTriage("priority")),
              menuEntry("tags", Tag, t`Change tags…`, () => onTriage("tags")),
            ]}
          />
        </div>
      )}
    </div>
  );
}
