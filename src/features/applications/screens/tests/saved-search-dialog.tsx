import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import { type SavedSearch, searchLimits } from "#sync/schema/searches.ts";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextInput } from "#ui/inputs.tsx";

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.transform(oneLine),
    v.nonEmpty(lazyMessage(msg`Required`)),
    v.maxCodePoints(searchLimits.name, lazyMessage(msg`At most 60 characters.`)),
  ),
  alert: v.boolean(),
});

interface SavedSearchDialogProps {
  saved: SavedSearch;
  isNew: boolean;
  hourly: boolean;
  onClose: () => void;
  onSave: (saved: SavedSearch) => Promise<unknown>;
}

export function SavedSearchDialog({ saved, isNew, hourly, onClose, onSave }: SavedSearchDialogProps) {
  const { t } = useLingui();
  const form = useForm({
    schema,
    defaults: { name: saved.name, alert: saved.alert },
    onSubmit: async (values) => {
      await onSave({ ...saved, ...values });
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isNew ? <Trans>Save search</Trans> : <Trans>Rename search</Trans>}
      submitLabel={isNew ? <Trans>Save search</Trans> : <Trans>Save name</Trans>}
    >
      <FormField form={form} name="name" label={t`Name`}>
        {(field) => <TextInput {...field} />}
      </FormField>
      {isNew && (
        <Checkbox
          label={<Trans>Alert me about new tests</Trans>}
          help={
            hourly ? (
              <Trans>At most once an hour, and never about tests you have applied to.</Trans>
            ) : (
              <Trans>At most once a day, and never about tests you have applied to.</Trans>
            )
          }
          {...form.register("alert")}
        />
      )}
    </FormDialog>
  );
}
