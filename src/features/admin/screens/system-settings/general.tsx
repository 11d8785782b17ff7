import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { isLocale } from "#i18n/i18n.ts";
import { languageTitle } from "#i18n/language-names.ts";
import { languageNames } from "#sync/schema/languages.ts";
import { type Setting, settingLimits, settingOptions } from "#sync/schema/settings.ts";
import { Select } from "#ui/inputs.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import {
  SectionForm,
  SettingControl,
  SettingField,
  SwitchField,
  useSectionForm,
  wholeNumber,
} from "./section-form.tsx";

const { timezone: timezones, date_format: dateFormats, language: languages } = settingOptions;

const schema = v.object({
  max_testers_per_campaign: wholeNumber(...settingLimits.max_testers_per_campaign),
  open_registration: v.boolean(),
  auto_approve_developers: v.boolean(),
  maintenance_mode: v.boolean(),
  timezone: v.picklist(timezones),
  date_format: v.picklist(dateFormats),
  language: v.picklist(languages),
  multilingual: v.boolean(),
  follow_browser_language: v.boolean(),
});

export function GeneralTab({ setting }: { setting: Setting }) {
  const { t, i18n } = useLingui();
  const form = useSectionForm(setting, schema);
  const zones = {
    UTC: "UTC",
    ET: t`Eastern Time (ET)`,
    CT: t`Central Time (CT)`,
    MT: t`Mountain Time (MT)`,
    PT: t`Pacific Time (PT)`,
  };
  // Translated patterns: Spanish abbreviates the year as AAAA.
  const formats = { "MM/DD/YYYY": t`MM/DD/YYYY`, "DD/MM/YYYY": t`DD/MM/YYYY`, "YYYY-MM-DD": t`YYYY-MM-DD` };
  const nameOf = (code: (typeof languages)[number]) => {
    if (isLocale(code)) return languageNames[code];
    const planned = languageTitle(code, i18n.locale);
    return t`${planned} (shown in English for now)`;
  };
  return (
    <SectionForm form={form}>
      <SettingControl form={form} name="max_testers_per_campaign" help={t`Campaigns already running keep their limit.`}>
        {(field) => <NumberInput className="max-w-40" {...field} />}
      </SettingControl>
      <div className="flex flex-col divide-y divide-line">
        <SwitchField form={form} name="open_registration" help={<Trans>Off: only people you add can join.</Trans>} />
        <SwitchField
          form={form}
          name="auto_approve_developers"
          help={
            <Trans>
              Off: new developers can create drafts, but publish only once you have activated their account.
            </Trans>
          }
        />
        <SwitchField
          form={form}
          name="maintenance_mode"
          help={
            <Trans>
              On: everyone except admins sees a notice. They can read; their changes stay on their devices until it is
              turned off.
            </Trans>
          }
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SettingField form={form} name="timezone">
          {(field) => <Select {...field} options={timezones.map((value) => ({ value, label: zones[value] }))} />}
        </SettingField>
        <SettingField form={form} name="date_format">
          {(field) => <Select {...field} options={dateFormats.map((value) => ({ value, label: formats[value] }))} />}
        </SettingField>
        <SettingField form={form} name="language" help={t`For people who have not chosen one.`}>
          {(field) => <Select {...field} options={languages.map((value) => ({ value, label: nameOf(value) }))} />}
        </SettingField>
      </div>
      <div className="flex flex-col divide-y divide-line">
        <SwitchField
          form={form}
          name="multilingual"
          help={<Trans>Off: everyone sees the default language and cannot switch.</Trans>}
        />
        <SwitchField
          form={form}
          name="follow_browser_language"
          help={
            <Trans>
              On: people who have not chosen a language see English or Spanish as their browser asks. Otherwise the
              default language.
            </Trans>
          }
        />
      </div>
    </SectionForm>
  );
}
