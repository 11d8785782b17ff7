import { Trans, useLingui } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { rewardModelHelp, rewardModelLabel } from "#features/common/campaign-labels.ts";
import { rewardModel } from "#sync/schema/campaigns.ts";
import { FormControl } from "#ui/form/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { MoneyInput } from "#ui/number-input.tsx";
import { Budget } from "./budget.tsx";
import { ChoiceCards } from "./choice-cards.tsx";
import type { TabProps } from "./tab-props.ts";

export function RewardsTab({ form, published, currency }: TabProps) {
  const { t } = useLingui();
  const { control } = form;
  const [model, cents, testers] = useWatch({ control, name: ["reward_model", "reward_amount_cents", "max_testers"] });
  return (
    <>
      {published && (
        <Notice>
          <Trans>Testers joined for this reward, so it cannot be changed.</Trans>
        </Notice>
      )}
      <FormControl form={form} name="reward_model" label={t`Reward model`} group>
        {(field) => (
          <ChoiceCards
            {...field}
            disabled={published}
            values={rewardModel.options}
            labels={rewardModelLabel}
            helps={rewardModelHelp}
          />
        )}
      </FormControl>
      <FormControl
        form={form}
        name="reward_amount_cents"
        label={t`Reward amount (${currency})`}
        className="md:max-w-xs"
        help={t`How much one reward pays.`}
      >
        {(field) => <MoneyInput currency={currency} readOnly={published} {...field} />}
      </FormControl>
      <Budget model={model} cents={cents} testers={testers} currency={currency} />
    </>
  );
}
