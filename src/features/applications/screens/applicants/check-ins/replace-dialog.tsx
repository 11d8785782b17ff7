// Removes a silent tester and accepts a waiting applicant, in one decision.
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useToday } from "#features/common/campaign-rules.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { applicationReplace } from "#sync/mutations/applications.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { bestFirst, isWaiting, spotsOf } from "../applicant-list-rules.ts";

interface ReplaceDialogProps {
  campaign: Campaign;
  tester: Application;
  applicants: readonly Application[];
  onClose: () => void;
}

export function ReplaceDialog({ campaign, tester, applicants, onClose }: ReplaceDialogProps) {
  const { t } = useLingui();
  const replace = useMutationToast(applicationReplace);
  const waiting = bestFirst(campaign, applicants.filter(isWaiting));
  const [chosen, setChosen] = useState<string>();
  const next = waiting.find(({ id }) => id === chosen) ?? waiting[0];
  const others = applicants.filter(({ id }) => id !== tester.id);
  const closed = spotsOf(campaign, others, useToday()).closed;
  const { name } = tester.card;
  if (!next || closed) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={<Trans>Replace {name}?</Trans>}
        footer={
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <p>
          {closed ? t(closed) : <Trans>Nobody is waiting. Invite more testers, or make the campaign public.</Trans>}
        </p>
      </Dialog>
    );
  }
  const nextName = next.card.name;
  return (
    <ReasonDialog
      draft={`applicant-remove:${tester.id}`}
      onClose={onClose}
      title={<Trans>Replace {name}?</Trans>}
      help={
        <Trans>{name} sees this reason and cannot take part any more. Reports you approved keep their reward.</Trans>
      }
      confirmLabel={<Trans>Replace tester</Trans>}
      onConfirm={async (reason) => {
        const done = await replace(tester.id, next.id, reason);
        if (done.ok) showToast({ title: t`${nextName} replaces ${name}` });
        return done.ok;
      }}
    >
      <Field label={t`Accept instead`} help={<Trans>The best fit comes first.</Trans>}>
        <Select
          options={waiting.map(({ id, card }) => ({ value: id, label: card.name }))}
          value={next.id}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Field>
    </ReasonDialog>
  );
}
