import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Coins } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useQuery } from "#state/query.ts";
import { rewardsOfCampaign } from "#sync/queries/rewards.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Money } from "#ui/formatted-values.tsx";
import { RatingInput } from "#ui/rating-input.tsx";
import { latinKey } from "#ui/shortcuts.ts";
import { paymentOf, type RewardOnApproval, rewardsOnApproval } from "./reward-on-approval.ts";

interface ApproveDialogProps {
  reports: readonly Feedback[];
  campaign: Campaign;
  all: readonly Feedback[];
  onClose: () => void;
  onApprove: (usefulness: number) => void;
}

/** Rates and approves reports. Keys 1 to 5 set the rating, Enter approves. */
export function ApproveDialog({ reports, campaign, all, onClose, onApprove }: ApproveDialogProps) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const [usefulness, setUsefulness] = useState(0);
  const [error, setError] = useState<string>();
  const one = reports.length === 1 ? reports[0] : undefined;
  const stars = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = latinKey(event);
      if (!/^[1-5]$/.test(key)) return;
      setUsefulness(Number(key));
      // Arrow keys move from the focused star.
      stars.current?.querySelector<HTMLElement>(`input[value="${key}"]`)?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const submit = () => {
    if (usefulness === 0) return setError(t`Choose from 1 to 5.`);
    onApprove(usefulness);
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={<Plural value={reports.length} one="Approve this report" other="Approve # reports" />}
      submitLabel={<Plural value={reports.length} one="Approve report" other="Approve # reports" />}
    >
      {one && <p className="line-clamp-3 text-muted">{one.summary}</p>}
      <Field
        label={t`How useful was it?`}
        group
        error={usefulness === 0 ? error : undefined}
        help={t`1 is hardly useful, 5 is very useful. It counts towards the tester's ${karma} and rating.`}
      >
        <div ref={stars}>
          <RatingInput opensHere value={usefulness} onChange={setUsefulness} />
        </div>
      </Field>
      <RewardLine campaign={campaign} reports={reports} all={all} />
    </FormDialog>
  );
}

interface RewardLineProps {
  campaign: Campaign;
  reports: readonly Feedback[];
  all: readonly Feedback[];
}

/** Shows the cost before approval. */
function RewardLine({ campaign, reports, all }: RewardLineProps) {
  const read = useQuery(rewardsOfCampaign(campaign.id));
  // Wait for the earlier rewards, or the sum would be wrong.
  if (read.state !== "ready") return null;
  const outcomes = rewardsOnApproval(campaign, reports, all, read.data);
  const one = reports.length === 1 ? reports[0] : undefined;
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <Coins aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      {one ? (
        <OneReward campaign={campaign} name={one.tester_name} outcome={outcomes[0]} />
      ) : (
        <Sum campaign={campaign} outcomes={outcomes} />
      )}
    </p>
  );
}

function Sum({ campaign, outcomes }: { campaign: Campaign; outcomes: readonly RewardOnApproval[] }) {
  const { cents, paid, free, atMost } = paymentOf(campaign, outcomes);
  const sum = <Money cents={cents} currency={campaign.currency} />;
  const each = <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />;
  return (
    <span className="flex flex-col gap-1">
      <span className="font-semibold">
        {atMost ? <Trans>Pays at most {sum} in total.</Trans> : <Trans>Pays {sum} in total.</Trans>}
      </span>
      <span>
        {paid > 0 && (
          <Trans>
            <Plural value={paid} one="# reward" other="# rewards" />, {each} each.
          </Trans>
        )}{" "}
        {free > 0 && <Plural value={free} one="# report pays nothing." other="# reports pay nothing." />}
      </span>
    </span>
  );
}

function OneReward({
  campaign,
  name,
  outcome,
}: {
  campaign: Campaign;
  name: string;
  outcome?: RewardOnApproval | undefined;
}) {
  const amount = <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />;
  return (
    <span>
      {outcome === "pays" && (
        <Trans>
          {name} earns {amount}.
        </Trans>
      )}
      {outcome === "paid_already" && (
        <Trans>{name} has already earned the reward for this campaign. Approving costs nothing more.</Trans>
      )}
      {outcome === "only_suggestions" && (
        <Trans>This campaign rewards feature suggestions. Approving this report costs nothing.</Trans>
      )}
      {outcome === "if_downloaded" && (
        <Trans>
          {name} earns {amount} if this is the first approved report on a release that they downloaded.
        </Trans>
      )}
    </span>
  );
}
