// Form logic shared by the five tabs: sends changed values and shows a toast.
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import type { FieldValues, Path } from "react-hook-form";
import * as v from "valibot";
import { SaveBar } from "#features/sync/widgets/form-end.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { settingsSave } from "#sync/mutations/settings.ts";
import type { Setting } from "#sync/schema/settings.ts";
import { Form, FormControl, FormField } from "#ui/form/form.tsx";
import { FormSwitch } from "#ui/form/form-switch.tsx";
import { type Form as FormApi, useForm } from "#ui/form/use-form.ts";
import { anyNumber } from "#ui/number-input.tsx";
import { showToast } from "#ui/toast.tsx";
import { settingLabel } from "../../labels.ts";
import { unsavedHint } from "./unsaved-hint.ts";

const updated = {
  general: msg`General settings have been updated successfully.`,
  security: msg`Security settings have been updated successfully.`,
  notifications: msg`Notifications settings have been updated successfully.`,
  payments: msg`Payments settings have been updated successfully.`,
  branding: msg`Branding settings have been updated successfully.`,
};

/** A required whole number within limits; an empty field is null. */
export const wholeNumber = (least: number, most: number) =>
  v.pipe(
    anyNumber,
    v.check((n) => n !== null, lazyMessage(msg`Required`)),
    v.check((n) => n === null || Number.isInteger(n), lazyMessage(msg`Whole numbers only.`)),
    v.check((n) => n === null || (n >= least && n <= most), lazyMessage(msg`Between ${least} and ${most}.`)),
    v.transform((n) => n ?? 0),
  );

export const sectionDraft = (section: Setting["section"]) => `settings-${section}`;

/**
 * @param ask gets the values that the save puts into effect; resolves to false if the admin cancels
 * @param onSaved runs after the local write; `online` is false if the values are queued
 */
export function useSectionForm<I extends FieldValues, O extends Setting["values"]>(
  setting: Setting,
  schema: v.GenericSchema<I, O>,
  ask?: (values: Partial<O>) => Promise<boolean>,
  onSaved?: (online: boolean) => void,
): FormApi<I, O> {
  const { t } = useLingui();
  const online = useStatus("online");
  const save = useMutation(settingsSave);
  const { section, values: stored } = setting;
  return useForm<I, O>({
    schema,
    defaults: stored as I,
    draft: { key: sectionDraft(section) },
    existing: true,
    onSubmit: async (values) => {
      const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== stored[key]));
      const all = Object.keys(changed).length === 0;
      // Cast: a part of the validated values.
      if (ask && !(await ask(all ? values : (changed as Partial<O>)))) return "cancelled";
      const done = await save(section, changed);
      if (!done.ok) return done;
      showToast({
        title: t`Settings Saved`,
        description: online ? t(updated[section]) : t`They apply to everyone once you are online.`,
      });
      onSaved?.(online);
      return { ok: true };
    },
  });
}

interface SectionFormProps<I extends FieldValues, O> {
  form: FormApi<I, O>;
  children: ReactNode;
}

export function SectionForm<I extends FieldValues, O>({ form, children }: SectionFormProps<I, O>) {
  const { t } = useLingui();
  return (
    <Form form={form}>
      {children}
      <SaveBar form={form} nameOf={(field) => t(settingLabel[field as keyof typeof settingLabel])} />
    </Form>
  );
}

export const CurrentSetting = createContext<Setting | null>(null);

/** The help text of a setting, with a hint while the shown value is not in effect. */
function useHelp(name: string, help: ReactNode): ReactNode {
  const { t } = useLingui();
  const setting = useContext(CurrentSetting);
  const hint = setting && unsavedHint(setting, name);
  if (!hint) return help;
  return (
    <>
      {help} <strong className="font-semibold text-caution">{t(hint)}</strong>
    </>
  );
}

type SettingName<I extends FieldValues> = Path<I> & keyof typeof settingLabel;
type WithoutLabel<P> = Omit<P, "label">;

/** A setting with a native input. */
export function SettingField<I extends FieldValues, O, N extends SettingName<I>>(
  props: WithoutLabel<ComponentProps<typeof FormField<I, O, N>>>,
) {
  const { t } = useLingui();
  return <FormField<I, O, N> {...props} help={useHelp(props.name, props.help)} label={t(settingLabel[props.name])} />;
}

/** A setting with a custom control (`value` and `onChange`). */
export function SettingControl<I extends FieldValues, O, N extends SettingName<I>>(
  props: WithoutLabel<ComponentProps<typeof FormControl<I, O, N>>>,
) {
  const { t } = useLingui();
  return <FormControl<I, O, N> {...props} help={useHelp(props.name, props.help)} label={t(settingLabel[props.name])} />;
}

interface SwitchFieldProps<I extends FieldValues, O> {
  form: FormApi<I, O>;
  name: SettingName<I>;
  help: ReactNode;
}

export function SwitchField<I extends FieldValues, O>({ form, name, help }: SwitchFieldProps<I, O>) {
  const { t } = useLingui();
  return <FormSwitch form={form} name={name} label={t(settingLabel[name])} help={useHelp(name, help)} />;
}
