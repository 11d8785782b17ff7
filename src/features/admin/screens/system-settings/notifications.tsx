import { Trans } from "@lingui/react/macro";
import * as v from "valibot";
import type { Setting } from "#sync/schema/settings.ts";
import { SectionForm, SwitchField, useSectionForm } from "./section-form.tsx";

const schema = v.object({ email: v.boolean(), web_push: v.boolean(), in_app: v.boolean() });

export function NotificationsTab({ setting }: { setting: Setting }) {
  const form = useSectionForm(setting, schema);
  return (
    <SectionForm form={form}>
      <p className="text-muted">
        <Trans>
          Anything turned off here is off for everyone. People can still turn off for themselves what is on.
        </Trans>
      </p>
      <div className="flex flex-col divide-y divide-line">
        <SwitchField form={form} name="email" help={<Trans>If this server can send email.</Trans>} />
        <SwitchField form={form} name="web_push" help={<Trans>To devices where people have allowed them.</Trans>} />
        <SwitchField form={form} name="in_app" help={<Trans>The bell and its list.</Trans>} />
      </div>
    </SectionForm>
  );
}
