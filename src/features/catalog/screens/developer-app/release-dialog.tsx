// Edits a release. Checks and hashes the chosen file on the device, with progress, before the
// upload.
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { useToday } from "#features/common/campaign-rules.ts";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import type { Failure } from "#state/store.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import type { ReleaseInput } from "#sync/mutations/apps.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Checkbox, RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { type Form as FormApi, useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { DateInput, TextArea, TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { showToast } from "#ui/toast.tsx";
import { linkKind, linkProblem, platformOfLink } from "../../build-links.ts";
import { linkLabel } from "../../labels.ts";
import { BuildField } from "./build-field.tsx";
import type { TakenBuild } from "./check-build.ts";
import { canEnd, type ReleaseValues, releaseForm, releaseInput } from "./release-values.ts";
import { usePackageIcon } from "./use-package-icon.ts";

interface ReleaseDialogProps {
  draftKey: string;
  app: App;
  releases: readonly Release[];
  initial: ReleaseValues;
  existing?: boolean;
  /** Determines the editable fields. */
  status?: Release["status"];
  onClose: () => void;
  onSend: (
    values: Partial<ReleaseInput> & { notes: string },
    file: File | null,
    onHashed: (done: number) => void,
  ) => Promise<{ ok: true } | { ok: false; error: Failure }>;
}

export function ReleaseDialog(props: ReleaseDialogProps) {
  const { draftKey, app, releases, initial, existing = false, status = "draft", onClose, onSend } = props;
  const draft = status === "draft";
  const { t } = useLingui();
  const today = useToday();
  const [build, setBuild] = useState<TakenBuild | null>(null);
  const [reading, setReading] = useState(false);
  const [hashed, setHashed] = useState<number | null>(null);
  const [wantsIcon, setWantsIcon] = useState(true);
  const takeIcon = usePackageIcon(app.id);
  const icon = app.icon_path === "" ? (build?.metadata?.icon ?? null) : null;
  const form = useForm<ReleaseValues, ReleaseValues>({
    schema: releaseForm(today, initial),
    defaults: initial,
    draft: { key: draftKey },
    existing,
    onSubmit: async (values) => {
      const done = await onSend(
        releaseInput(values, initial, status),
        values.kind === "file" ? (build?.file ?? null) : null,
        setHashed,
      );
      setHashed(null);
      if (done.ok && values.kind === "file" && icon && wantsIcon && !(await takeIcon(icon)))
        showToast({ tone: "danger", title: t`The icon of the file could not be used for the app` });
      return done;
    },
  });
  const kind = useWatch({ control: form.control, name: "kind" });
  const file = kind === "file" ? (build?.file ?? null) : null;
  const take = (chosen: TakenBuild) => {
    // Take the version from the file, unless the user typed one.
    const typed = oneLine(form.getValues("version"));
    const version = chosen.metadata?.version ?? "";
    if (version !== "" && version.length <= 40 && (typed === "" || typed === build?.metadata?.version))
      form.setValue("version", version, { shouldDirty: true, shouldValidate: true });
    setBuild(chosen);
  };
  return (
    <FormDialog
      size="md"
      form={form}
      onClose={onClose}
      title={initial.version === "" ? <Trans>New release</Trans> : <Trans>Edit release</Trans>}
      submitLabel={<Trans>Save release</Trans>}
      // Submitting now would omit the file.
      pending={reading}
    >
      <FormField
        form={form}
        name="version"
        label={t`Version`}
        help={draft ? t`Such as 1.4.0.` : t`Cannot be changed after publishing.`}
      >
        {(field) => <TextInput maxLength={40} autoComplete="off" readOnly={!draft} {...field} />}
      </FormField>
      <FormField form={form} name="notes" label={t`What's new`} optional>
        {(field) => <TextArea rows={5} maxLength={10_000} {...field} />}
      </FormField>
      {draft && (
        <FormControl form={form} name="kind" label={t`How testers get it`} group>
          {(field) => (
            <RadioGroup
              {...field}
              layout="cards"
              options={[
                {
                  value: "file",
                  label: app.type === "WEB" ? t`Nothing to get` : t`A file`,
                  help: app.type === "WEB" ? t`Testers know where the app is.` : t`Testers download it from here.`,
                },
                {
                  value: "link",
                  label: t`A link`,
                  help: t`TestFlight, testing on Google Play, a store, or any web address.`,
                },
              ]}
            />
          )}
        </FormControl>
      )}
      {draft && kind === "link" && <LinkField form={form} app={app} />}
      {!existing && app.type !== "WEB" && kind === "file" && (
        <BuildField
          app={app}
          build={build}
          releases={releases}
          reading={reading}
          onReading={setReading}
          onChange={take}
        />
      )}
      {file && icon && (
        <Checkbox
          checked={wantsIcon}
          onChange={(event) => setWantsIcon(event.target.checked)}
          label={<Trans>Use its icon for the app</Trans>}
          help={<Trans>The app has none yet. You can change it under Details.</Trans>}
        />
      )}
      {canEnd(status) && (
        <FormField
          form={form}
          name="last_day"
          label={t`Available until`}
          optional
          help={t`The build is not available after this day, and testers who have it are notified.`}
        >
          {(field) => <DateInput min={today} {...field} />}
        </FormField>
      )}
      {hashed !== null && file && (
        <ProgressBar visibleLabel label={t`Calculating checksum`} value={(hashed / file.size) * 100} />
      )}
      <FormFailure form={form} />
    </FormDialog>
  );
}

function LinkField({ form, app }: { form: FormApi<ReleaseValues, ReleaseValues>; app: App }) {
  const { t } = useLingui();
  const text = useWatch({ control: form.control, name: "link_url" }).trim();
  const link = linkProblem(text) === null ? linkKind(new URL(text)) : null;
  const label = link && t(linkLabel[link]);
  const platform = link && platformOfLink[link];
  const platformName = t(platformLabel[app.platform]);
  return (
    <>
      <FormField
        form={form}
        name="link_url"
        label={t`Address of the build`}
        help={label ? t`Recognized: ${label}` : t`It starts with https://.`}
      >
        {(field) => (
          <TextInput
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            {...field}
          />
        )}
      </FormField>
      {platform && app.platform !== "web" && platform !== app.platform && (
        <Notice tone="caution">
          <Trans>
            {label} does not offer apps for {platformName}, the platform of this app.
          </Trans>
        </Notice>
      )}
    </>
  );
}
