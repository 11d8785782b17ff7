// A release's version, notes and file. The file is read and its checksum made here, with its
// progress, before anything is sent.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import * as v from "valibot";
import type { ReleaseInput } from "../../../../../sync/mutations/apps.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import type { Failure } from "../../../../state/store.ts";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { TextArea, TextInput } from "../../../../ui/inputs.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";
import { BuildField } from "./build-field.tsx";
import type { CheckedBuild } from "./check-build.ts";

const tooLong = lazyMessage(msg`This is too long.`);
const schema: v.GenericSchema<ReleaseInput> = v.object({
  version: v.pipe(v.string(), v.trim(), v.nonEmpty(lazyMessage(msg`Required`)), v.maxLength(40, tooLong)),
  notes: v.pipe(v.string(), v.trim(), v.maxLength(10_000, tooLong)),
});

interface ReleaseDialogProps {
  draftKey: string;
  initial: ReleaseInput;
  /** A published release keeps its version. */
  published?: boolean;
  /** A file can be chosen along with it. */
  withFile?: boolean;
  onClose: () => void;
  onSend: (
    values: ReleaseInput,
    file: File | null,
    onHashed: (done: number) => void,
  ) => Promise<{ ok: true } | { ok: false; error: Failure }>;
}

export function ReleaseDialog(props: ReleaseDialogProps) {
  const { draftKey, initial, published = false, withFile = false, onClose, onSend } = props;
  const { t } = useLingui();
  const formId = useId();
  const [build, setBuild] = useState<Extract<CheckedBuild, { refused: null }> | null>(null);
  const file = build?.file ?? null;
  const [hashed, setHashed] = useState<number | null>(null);
  const form = useForm<ReleaseInput, ReleaseInput>({
    schema,
    defaults: initial,
    draft: { key: draftKey },
    onSubmit: async (values) => {
      const done = await onSend(values, file, setHashed);
      setHashed(null);
      return done;
    },
  });
  const take = (chosen: Extract<CheckedBuild, { refused: null }>) => {
    // As the file says; what was typed stays.
    const typed = form.getValues("version").trim();
    const version = chosen.facts?.version ?? "";
    if (version !== "" && version.length <= 40 && (typed === "" || typed === build?.facts?.version))
      form.setValue("version", version, { shouldDirty: true, shouldValidate: true });
    setBuild(chosen);
  };
  return (
    <FormDialog
      size="md"
      formId={formId}
      onClose={onClose}
      title={initial.version === "" ? <Trans>New release</Trans> : <Trans>Edit release</Trans>}
      submitLabel={<Trans>Save release</Trans>}
      pending={form.formState.isSubmitting}
    >
      <Form form={form} id={formId}>
        <FormField
          form={form}
          name="version"
          label={t`Version`}
          help={published ? t`Cannot be changed after publishing.` : t`Such as 1.4.0.`}
        >
          {(field) => <TextInput maxLength={40} autoComplete="off" readOnly={published} {...field} />}
        </FormField>
        <FormField form={form} name="notes" label={t`What's new`} optional>
          {(field) => <TextArea rows={5} maxLength={10_000} {...field} />}
        </FormField>
        {withFile && <BuildField build={build} onChange={take} />}
        {hashed !== null && file && (
          <ProgressBar visibleLabel label={t`Calculating checksum`} value={(hashed / file.size) * 100} />
        )}
        <FormFailure form={form} />
      </Form>
    </FormDialog>
  );
}
