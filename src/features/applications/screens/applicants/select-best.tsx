// Selects the best applicants by fit and level. Shows them first, and decides nothing.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LevelBadge } from "#features/account/widgets/level-badge.tsx";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { bestFirst, type Spots } from "./applicant-list-rules.ts";
import { FitScore } from "./fit.tsx";

interface SelectBestProps {
  campaign: Campaign;
  /** Waiting applicants that the list shows. */
  pending: readonly Application[];
  spots: Spots;
  onClose: () => void;
  onSelect: (ids: string[]) => void;
}

export function SelectBest({ campaign, pending, spots, onClose, onSelect }: SelectBestProps) {
  const { t } = useLingui();
  const most = pending.length;
  const [wanted, setWanted] = useState<number | null>(Math.min(most, Math.max(1, spots.left)));
  const valid = wanted !== null && Number.isInteger(wanted) && wanted >= 1 && wanted <= most;
  const best = valid ? bestFirst(campaign, pending).slice(0, wanted) : [];
  const count = best.length;
  const submit = () => {
    if (valid) onSelect(best.map(({ id }) => id));
  };
  return (
    <FormDialog
      size="md"
      onSubmit={submit}
      onClose={onClose}
      title={<Trans>Select the best applicants</Trans>}
      submitLabel={valid ? <Plural value={count} one="Select # applicant" other="Select # applicants" /> : t`Select`}
    >
      <Field
        label={t`How many`}
        help={t`By fit, then by level and rating. You accept or reject them afterwards.`}
        error={valid ? undefined : t`Enter a whole number from 1 to ${most}`}
      >
        <NumberInput value={wanted} onChange={setWanted} className="md:max-w-32" />
      </Field>
      {count > 0 && (
        <ol aria-label={t`Selection`} className="flex list-decimal flex-col divide-y divide-line ps-8 text-sm">
          {best.map((application) => (
            <li key={application.id} className="py-2 tabular-nums">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 ps-1">
                <span className="wrap-anywhere min-w-0 flex-1 font-medium">{application.card.name}</span>
                <LevelBadge karma={application.card.karma} />
                <span>
                  <span className="text-muted">
                    <Trans>Fit</Trans>
                  </span>{" "}
                  <FitScore campaign={campaign} application={application} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </FormDialog>
  );
}
