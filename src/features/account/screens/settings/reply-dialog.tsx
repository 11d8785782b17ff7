import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { replyKindLabel } from "#features/common/account-labels.ts";
import { lazyMessage } from "#i18n/i18n.ts";
import { useLocale } from "#i18n/use-locale.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { languageNames, languages } from "#sync/schema/languages.ts";
import { replyKinds, replyLimits, replyVariables, type SavedReply } from "#sync/schema/replies.ts";
import { FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select, TextArea } from "#ui/inputs.tsx";

const schema: v.GenericSchema<SavedReply> = v.object({
  kind: v.picklist(replyKinds),
  language: v.picklist(languages),
  text: v.pipe(
    v.string(),
    v.transform(trimmed),
    v.nonEmpty(lazyMessage(msg`Required`)),
    v.maxCodePoints(replyLimits.text, lazyMessage(msg`At most 1,000 characters.`)),
  ),
});

interface ReplyDialogProps {
  reply: SavedReply | null;
  onClose: () => void;
  onSave: (reply: SavedReply) => Promise<void>;
}

export function ReplyDialog({ reply, onClose, onSave }: ReplyDialogProps) {
  const { t } = useLingui();
  const [locale] = useLocale();
  const [tester, report, campaign] = replyVariables.map((name) => `{${name}}`);
  const form = useForm<SavedReply, SavedReply>({
    schema,
    defaults: reply ?? { kind: "changes", language: locale, text: "" },
    ...(reply ? {} : { draft: { key: "new-reply" } }),
    onSubmit: async (values) => {
      await onSave(values);
    },
  });
  return (
    <FormDialog
      size="md"
      form={form}
      onClose={onClose}
      title={reply ? <Trans>Edit reply</Trans> : <Trans>New reply</Trans>}
      submitLabel={<Trans>Save reply</Trans>}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="kind" label={t`When`}>
          {(field) => (
            <Select {...field} options={replyKinds.map((value) => ({ value, label: t(replyKindLabel[value]) }))} />
          )}
        </FormField>
        <FormField form={form} name="language" label={t`Language`}>
          {(field) => (
            <Select {...field} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
          )}
        </FormField>
      </div>
      <FormField
        form={form}
        name="text"
        label={t`Text`}
        help={t`${tester}, ${report} and ${campaign} become the tester’s name, the report’s summary and the campaign’s title.`}
      >
        {(field) => <TextArea rows={5} {...field} />}
      </FormField>
    </FormDialog>
  );
}
