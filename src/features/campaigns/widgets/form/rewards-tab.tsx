import { Trans, useLingui } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { rewardModelHelp, rewardModelLabel } from "#features/common/campaign-labels.ts";
import { rewardModel } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { requiredOfAll } from "#sync/tasks/outcome.ts";
import { FormControl } from "#ui/form/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { MoneyInput } from "#ui/number-input.tsx";
import { Budget } from "./budget.tsx";
import { ChoiceCards } from "./choice-cards.tsx";
import type { TabProps } from "./tab-props.ts";

export function RewardsTab({ form, published, currency }: TabProps) {
  const { t } = useLingui();
  const { control } = form;
  const [model, cents, testers, tasks] = useWatch({
    control,
    name: ["reward_model", "reward_amount_cents", "max_testers", "tasks"],
  });
  // Cast: tasks of a form are partial by their type only.
  const needsTasks = model === "testing" && requiredOfAll((tasks ?? []) as Task[]).length > 0;
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
      {needsTasks && (
        <p className="text-muted text-sm">
          <Trans>
            This campaign has required tasks: a tester earns the reward once they are done and you have accepted the
            results or approved a report.
          </Trans>
        </p>
      )}
      <FormControl
        form={form}
        name="reward_amount_cents"
        label={t`Reward amount (${currency})`}
        className="md:max-w-xs"
        help={t`How much one reward pays.`}
      >
        {(field) => <MoneyInput currency={currency} readOnly={published} {...field} />}
      </FormControl>
      <Budget model={model} byTasks={needsTasks} cents={cents} testers={testers} currency={currency} />
    </>
  );
}
