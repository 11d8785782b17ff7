import { useLingui } from "@lingui/react/macro";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { campaignLimits, category } from "#sync/schema/campaigns.ts";
import { FormField } from "#ui/form/form.tsx";
import { Select, TextArea, TextInput } from "#ui/inputs.tsx";
import { ReleasePicker } from "./release-picker.tsx";
import type { TabProps } from "./tab-props.ts";

export function BasicTab({ form, published }: TabProps) {
  const { t } = useLingui();
  return (
    <>
      <ReleasePicker form={form} published={published} />
      <FormField form={form} name="title" label={t`Title`} help={t`What testers read first. At least 5 characters.`}>
        {(field) => <TextInput maxLength={campaignLimits.title.max} autoComplete="off" {...field} />}
      </FormField>
      <FormField
        form={form}
        name="description"
        label={t`Description`}
        help={t`What the app does, what you want to find out, and what a tester will do. At least 20 characters.`}
      >
        {(field) => <TextArea rows={6} maxLength={campaignLimits.description.max} {...field} />}
      </FormField>
      <FormField form={form} name="category" label={t`Category`} className="md:max-w-xs">
        {(field) => (
          <Select options={category.options.map((value) => ({ value, label: t(categoryLabel[value]) }))} {...field} />
        )}
      </FormField>
    </>
  );
}
