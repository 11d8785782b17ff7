import { Trans, useLingui } from "@lingui/react/macro";
import { addMonths, format, parseISO } from "date-fns";
import { useId, useState } from "react";
import { useToday } from "#features/common/campaign-rules.ts";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { type BillingInfo, planHelp, planName, plans } from "./plans.ts";

interface PlanDialogProps {
  billing: BillingInfo;
  onClose: () => void;
  onChange: (next: Pick<BillingInfo, "plan" | "next_billing_date">) => void;
}

export function PlanDialog({ billing, onClose, onChange }: PlanDialogProps) {
  const { t } = useLingui();
  const name = useId();
  const today = useToday();
  const [plan, setPlan] = useState(billing.plan);
  const submit = () => {
    if (plan === billing.plan) return onClose();
    const next = plan === "free" ? null : format(addMonths(parseISO(today), 1), "yyyy-MM-dd");
    onChange({ plan, next_billing_date: next });
  };
  return (
    <FormDialog
      onSubmit={submit}
      formLabel={t`Plan`}
      onClose={onClose}
      title={<Trans>Change Plan</Trans>}
      submitLabel={<Trans>Choose this plan</Trans>}
    >
      <RadioGroup
        name={name}
        value={plan}
        onChange={setPlan}
        options={plans.map((value) => ({ value, label: t(planName[value]), help: t(planHelp[value]) }))}
      />
    </FormDialog>
  );
}
