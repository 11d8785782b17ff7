import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { usePerson } from "#state/session.ts";
import { useMutation } from "#state/store.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { type Flagged, flagAdd } from "#sync/mutations/flags.ts";
import { FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { failureText } from "../../sync/failures.ts";

const REASON_MAX = 2000;

export interface Thing extends Flagged {
  title: string;
}

export function IssueDialog({ thing, onClose }: { thing: Thing; onClose: () => void }) {
  const { t } = useLingui();
  const person = usePerson();
  const { title, content_type, content_id } = thing;
  const send = useMutation(flagAdd);
  const form = useForm({
    schema: v.object({
      reason: v.pipe(v.string(), v.transform(trimmed), v.nonEmpty(t`Required`), v.maxCodePoints(REASON_MAX)),
    }),
    defaults: { reason: "" },
    draft: { key: `flag:${person.id}:${content_id}` },
    onSubmit: async ({ reason }) => {
      const kept = await send({ content_type, content_id }, reason);
      if (!kept.ok) {
        showToast({ tone: "danger", title: t(failureText(kept.error)) });
        return kept;
      }
      showToast({ title: t`Thank you for your report`, description: t`An admin will look at it.` });
      onClose();
      return kept;
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      // A plain string: as an element, a title with "<" would be parsed as markup.
      title={t`Report an issue with ${title}`}
      submitLabel={<Trans context="flag">Send report</Trans>}
    >
      <FormField
        form={form}
        name="reason"
        label={<Trans>What is wrong?</Trans>}
        help={<Trans>Only admins can read this. Describe what you saw and where.</Trans>}
      >
        {(field) => <TextArea rows={4} maxLength={REASON_MAX} {...field} />}
      </FormField>
    </FormDialog>
  );
}
