import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { ScreeningBuilder } from "./screening-builder.tsx";
import type { TabProps } from "./tab-props.ts";

export function RequirementsTab({ form }: TabProps) {
  const { t } = useLingui();
  return (
    <>
      <Group title={<Trans>Visible to everyone</Trans>}>
        <FormField
          form={form}
          name="requirements"
          label={t`Requirements`}
          optional
          help={t`One per line or separated by commas. Each one becomes a tag on the campaign card.`}
        >
          {(field) => <TextArea rows={3} maxLength={2000} {...field} />}
        </FormField>
      </Group>
      <Group title={<Trans>Questions for applicants</Trans>}>
        <ScreeningBuilder form={form} />
      </Group>
      <Group title={<Trans>Only for accepted testers</Trans>}>
        <FormField
          form={form}
          name="instructions"
          label={t`Instructions`}
          optional
          help={t`What to install, try and look at. Testers can read it without a connection.`}
        >
          {(field) => <TextArea rows={5} maxLength={20_000} {...field} />}
        </FormField>
        <FormField form={form} name="build_url" label={t`Link to the build`} optional>
          {(field) => <TextInput type="url" inputMode="url" placeholder="https://" maxLength={2000} {...field} />}
        </FormField>
      </Group>
      <Group title={<Trans>Agreement and answers</Trans>}>
        <FormField
          form={form}
          name="agreement"
          label={t`Agreement`}
          optional
          help={t`For example, a confidentiality agreement. Applicants have to accept it; the time and version are recorded.`}
        >
          {(field) => <TextArea rows={3} maxLength={20_000} {...field} />}
        </FormField>
        <FormControl
          form={form}
          name="review_days"
          label={t`Days to answer a report`}
          className="md:max-w-xs"
          help={t`Reports you have not answered by then are approved automatically.`}
        >
          {(field) => <NumberInput {...field} />}
        </FormControl>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-line border-b pb-6 last:border-b-0 last:pb-0">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  );
}
