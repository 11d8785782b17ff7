import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Check, Columns3, ListChecks, X } from "lucide-react";
import { useState } from "react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { applicationAccept, applicationReject } from "#sync/mutations/applications.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { SelectAll } from "#ui/select-all.tsx";
import { showToast } from "#ui/toast.tsx";
import type { Spots } from "./applicant-list-rules.ts";
import { MOST_COMPARED } from "./compare-dialog.tsx";
import { SelectBest } from "./select-best.tsx";

interface BulkBarProps {
  campaign: Campaign;
  spots: Spots;
  pending: readonly Application[];
  chosen: readonly Application[];
  onChoose: (ids: string[]) => void;
  onCompare: () => void;
}

export function BulkBar({ campaign, spots, pending, chosen, onChoose, onCompare }: BulkBarProps) {
  const { t } = useLingui();
  const [rejecting, setRejecting] = useState(false);
  const [selecting, setSelecting] = useState(false);
  const [busy, setBusy] = useState(false);
  const accept = useMutationToast(applicationAccept);
  const reject = useMutationToast(applicationReject);
  const count = chosen.length;
  const tooMany = count > spots.left;

  const run = async (write: (id: string) => ReturnType<typeof accept>, success: (n: number) => string) => {
    setBusy(true);
    let done = 0;
    for (const { id } of chosen) {
      if ((await write(id)).ok) done++;
    }
    setBusy(false);
    onChoose([]);
    if (done > 0) showToast({ title: success(done) });
  };

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <SelectAll
        rows={pending}
        chosen={count}
        onChoose={onChoose}
        label={
          <Plural value={pending.length} one="Select # pending applicant" other="Select all # pending applicants" />
        }
      />
      <Button size="sm" variant="ghost" icon={ListChecks} opensDialog onClick={() => setSelecting(true)}>
        <Trans>Select the best…</Trans>
      </Button>
      {count > 0 && (
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {(spots.closed || tooMany) && (
            <span className="text-muted">
              {spots.closed ? (
                t(spots.closed)
              ) : (
                <Plural value={spots.left} one="Only # spot is left." other="Only # spots are left." />
              )}
            </span>
          )}
          {count > 1 && (
            <Button
              size="sm"
              icon={Columns3}
              disabled={count > MOST_COMPARED}
              title={count > MOST_COMPARED ? t`Up to ${MOST_COMPARED} can be compared.` : undefined}
              onClick={onCompare}
            >
              <Trans>Compare</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            icon={Check}
            pending={busy}
            disabled={spots.closed !== null || tooMany}
            onClick={() =>
              void run(accept, (n) => t`${plural(n, { one: "# applicant accepted", other: "# applicants accepted" })}`)
            }
          >
            <Trans>Accept</Trans>
          </Button>
          <Button size="sm" icon={X} disabled={busy} opensDialog onClick={() => setRejecting(true)}>
            <Trans>Reject</Trans>
          </Button>
        </div>
      )}
      {selecting && (
        <SelectBest
          campaign={campaign}
          pending={pending}
          spots={spots}
          onClose={() => setSelecting(false)}
          onSelect={(ids) => {
            setSelecting(false);
            onChoose(ids);
          }}
        />
      )}
      {rejecting && (
        <ReasonDialog
          draft="applicants-reject"
          onClose={() => setRejecting(false)}
          title={<Plural value={count} one="Reject # applicant?" other="Reject # applicants?" />}
          help={<Trans>They will all see this reason. They cannot apply to this campaign again.</Trans>}
          confirmLabel={<Plural value={count} one="Reject # applicant" other="Reject # applicants" />}
          optional
          onConfirm={(reason) => {
            setRejecting(false);
            void run(
              (id) => reject(id, reason),
              (n) => t`${plural(n, { one: "# applicant was not selected", other: "# applicants were not selected" })}`,
            );
          }}
        />
      )}
    </div>
  );
}
