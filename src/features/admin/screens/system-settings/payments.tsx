import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { currency } from "#sync/schema/fields.ts";
import type { Setting } from "#sync/schema/settings.ts";
import { Select } from "#ui/inputs.tsx";
import { SectionForm, SettingField, SwitchField, useSectionForm } from "./section-form.tsx";

const schema = v.object({ currency, paypal: v.boolean(), stripe: v.boolean() });

export function PaymentsTab({ setting }: { setting: Setting }) {
  const { t } = useLingui();
  const form = useSectionForm(setting, schema);
  return (
    <SectionForm form={form}>
      <SettingField form={form} name="currency" help={t`For the rewards of new campaigns.`}>
        {(field) => (
          <Select
            {...field}
            className="max-w-40"
            options={currency.options.map((value) => ({ value, label: value }))}
          />
        )}
      </SettingField>
      <div className="flex flex-col divide-y divide-line">
        <SwitchField
          form={form}
          name="paypal"
          help={<Trans>Off: testers cannot request payouts. Payouts already requested can still be paid.</Trans>}
        />
        <SwitchField
          form={form}
          name="stripe"
          help={<Trans>Recorded for developers' plans. Betaflock itself never charges a card.</Trans>}
        />
      </div>
    </SectionForm>
  );
}
