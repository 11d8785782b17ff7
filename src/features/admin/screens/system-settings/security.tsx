import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import * as v from "valibot";
import { loadSync } from "#state/sync.ts";
import { isInEffect } from "#sync/schema/setting-effect.ts";
import { type Setting, settingLimits } from "#sync/schema/settings.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { SectionForm, SettingControl, SwitchField, useSectionForm, wholeNumber } from "./section-form.tsx";

const schema = v.object({
  min_password_length: wholeNumber(...settingLimits.min_password_length),
  password_expiry_days: wholeNumber(...settingLimits.password_expiry_days),
  password_complexity: v.boolean(),
  require_2fa_for_admins: v.boolean(),
});

export function SecurityTab({ setting }: { setting: Setting }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const answer = useRef<(yes: boolean) => void>(() => undefined);
  const limitsMe = useRef(false);
  const navigate = useNavigate();
  const needed = setting.values.require_2fa_for_admins === true && isInEffect(setting, "require_2fa_for_admins");
  const ask = async (values: Partial<v.InferOutput<typeof schema>>): Promise<boolean> => {
    limitsMe.current = false;
    if (!values.require_2fa_for_admins || needed) return true;
    const sync = await loadSync();
    if (await sync.hasSecondFactor()) return true;
    setAsking(true);
    limitsMe.current = true;
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  // Offline, the change is only queued, so setup is not possible yet; a notice links to it later.
  const form = useSectionForm(setting, schema, ask, (online) => {
    if (limitsMe.current && online) void navigate({ to: "/account/security" });
  });
  const close = (yes: boolean) => {
    setAsking(false);
    answer.current(yes);
  };
  return (
    <SectionForm form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SettingControl form={form} name="min_password_length" help={t`For new passwords. At least 8.`}>
          {(field) => <NumberInput className="max-w-40" {...field} />}
        </SettingControl>
        <SettingControl
          form={form}
          name="password_expiry_days"
          help={t`After that, people must choose a new password when they log in. 0 means never.`}
        >
          {(field) => <NumberInput className="max-w-40" {...field} />}
        </SettingControl>
      </div>
      <div className="flex flex-col divide-y divide-line">
        <SwitchField
          form={form}
          name="password_complexity"
          help={<Trans>New passwords need lower case and upper case letters, a digit and a symbol.</Trans>}
        />
        <SwitchField
          form={form}
          name="require_2fa_for_admins"
          help={<Trans>Without it, admins can see and change only their own data.</Trans>}
        />
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => close(false)}
        onConfirm={() => close(true)}
        title={<Trans>You have not set up two-step verification yourself</Trans>}
        confirmLabel={<Trans>Save and set it up</Trans>}
        tone="primary"
      >
        <Trans>
          As soon as this is saved, you can see and change only your own data until you set up two-step verification.
          You can do that on the next page; have your phone at hand.
        </Trans>
      </ConfirmDialog>
    </SectionForm>
  );
}
