import { Plural, Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { SelectAll } from "#ui/select-all.tsx";

interface BulkSetsProps {
  /** Submitted sets in view. */
  answerable: readonly Application[];
  chosen: readonly Application[];
  onChoose: (ids: string[]) => void;
  /** True while it asks whether to accept the chosen ones. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onAccept: () => void;
}

/** Accepts several sets at once. Shown when at least two are waiting. */
export function BulkSets({ answerable, chosen, onChoose, asking, onAsk, onAccept }: BulkSetsProps) {
  if (answerable.length < 2 && chosen.length === 0) return null;
  const count = chosen.length;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-3 text-sm">
      <SelectAll
        rows={answerable}
        chosen={count}
        onChoose={onChoose}
        label={<Plural value={answerable.length} one="Select # submitted set" other="Select all # submitted sets" />}
      />
      {count > 0 && (
        <Button
          size="sm"
          variant="primary"
          icon={Check}
          opensDialog
          aria-keyshortcuts="a"
          onClick={() => onAsk(true)}
          className="ms-auto"
        >
          <Plural value={count} one="Accept # set" other="Accept # sets" />
        </Button>
      )}
      <ConfirmDialog
        open={asking && count > 0}
        onClose={() => onAsk(false)}
        onConfirm={onAccept}
        title={<Plural value={count} one="Accept # set?" other="Accept # sets?" />}
        confirmLabel={<Trans>Accept sets</Trans>}
        tone="primary"
      >
        <Trans>An accepted set can earn its tester the reward. You can undo it for a few seconds.</Trans>
      </ConfirmDialog>
    </div>
  );
}
