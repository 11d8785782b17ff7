import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { SaveBar } from "#features/sync/widgets/form-end.tsx";
import type { Failure } from "#state/store.ts";
import type { AppInput } from "#sync/mutations/apps.ts";
import { appPlatform, appType } from "#sync/schema/apps.ts";
import { ChipInput } from "#ui/chip-input.tsx";
import { Form, FormControl, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Select, TextArea, TextInput } from "#ui/inputs.tsx";
import { appForm, MOST_SCREENSHOTS, publishedAppForm, typeOf } from "./app-values.ts";
import { type FirstBuild, FirstBuildFields, useFirstBuild } from "./first-build.tsx";
import { PictureField } from "./picture-field.tsx";

interface AppFormProps {
  draftKey: string;
  initial: AppInput;
  existing?: boolean;
  published?: boolean;
  onSend: (values: AppInput, build: FirstBuild | null) => Promise<{ ok: true } | { ok: false; error: Failure }>;
  sendLabel: ReactNode;
}

export function AppForm({ draftKey, initial, existing = false, published = false, onSend, sendLabel }: AppFormProps) {
  const { t } = useLingui();
  const first = useFirstBuild();
  const form = useForm<AppInput, AppInput>({
    schema: published ? publishedAppForm : appForm,
    defaults: initial,
    draft: { key: draftKey },
    existing,
    onSubmit: async (values) => {
      const build = first.take();
      if (build === "incomplete") return "cancelled";
      if (build?.publishes && values.description === "") {
        form.setError("description", { message: t`Required` }, { shouldFocus: true });
        return "cancelled";
      }
      return onSend(values, build);
    },
  });
  return (
    <Form form={form} className="max-w-3xl">
      {!existing && <FirstBuildFields form={form} first={first} />}
      <FormField form={form} name="title" label={t`App name`}>
        {(field) => <TextInput maxLength={120} autoComplete="off" {...field} />}
      </FormField>
      <FormField
        form={form}
        name="description"
        label={t`Description`}
        optional={!published && !first.publishes}
        help={published || first.publishes ? t`What the app does.` : t`What the app does. Required for publishing.`}
      >
        {(field) => <TextArea rows={5} maxLength={5000} {...field} />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="platform" label={t`Platform`}>
          {({ onChange, ...field }) => (
            <Select
              options={appPlatform.options.map((value) => ({ value, label: t(platformLabel[value]) }))}
              {...field}
              onChange={(event) => {
                const platform = appPlatform.options.find((one) => one === event.target.value);
                if (platform) form.setValue("type", typeOf[platform]);
                return onChange(event);
              }}
            />
          )}
        </FormField>
        <FormField form={form} name="type" label={t`File type`}>
          {(field) => <Select options={appType.options.map((value) => ({ value, label: value }))} {...field} />}
        </FormField>
      </div>
      <FormControl form={form} name="icon_path" label={t`Icon`} group optional>
        {(field) => (
          <PictureField
            square
            value={field.value === "" ? [] : [field.value]}
            onChange={(paths) => field.onChange(paths[0] ?? "")}
            most={1}
            addLabel={t`Choose an icon`}
            nameOf={() => t`Icon`}
          />
        )}
      </FormControl>
      <FormControl form={form} name="screenshots" label={t`Screenshots`} group optional>
        {(field) => (
          <PictureField
            value={field.value}
            onChange={field.onChange}
            most={MOST_SCREENSHOTS}
            addLabel={t`Add screenshots`}
            nameOf={(index) => t`Screenshot ${index + 1}`}
          />
        )}
      </FormControl>
      <FormControl
        form={form}
        name="requirements"
        label={t`System requirements`}
        optional
        help={t`Press Enter or comma to add one.`}
      >
        {(field) => <ChipInput {...field} maxLength={200} max={30} />}
      </FormControl>
      <FormField
        form={form}
        name="compatibility"
        label={t`Compatibility`}
        optional
        help={t`Such as “Android 10 and later”.`}
      >
        {(field) => <TextInput maxLength={400} {...field} />}
      </FormField>
      <SaveBar form={form}>{first.publishes ? <Trans>Publish app and release</Trans> : sendLabel}</SaveBar>
    </Form>
  );
}
