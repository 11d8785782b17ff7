import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { trimmed } from "#sync/inputs/single-line.ts";
import { type GroupRef, type PastTester, setGroupTesterNote } from "#sync/schema/past-tester-functions.ts";
import { FormField } from "#ui/form/form.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { groupFailure } from "../../labels.ts";
import { useCallForm } from "../../use-call-form.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";

interface TesterNoteDialogProps {
  place: GroupRef;
  tester: PastTester;
  onClose: () => void;
  onSaved: () => void;
}

const MOST = 500;
const schema = v.object({ note: v.pipe(v.string(), v.transform(trimmed), v.maxCodePoints(MOST)) });

export function TesterNoteDialog({ place, tester, onClose, onSaved }: TesterNoteDialogProps) {
  const { t } = useLingui();
  const { name } = tester.card;
  const form = useCallForm({
    schema,
    defaults: { note: tester.note },
    draft: { key: `tester-note:${place.group_id}:${tester.id}` },
    existing: true,
    call: (transport, { note }) => transport.rpc(setGroupTesterNote, { ...place, user_id: tester.id, note }),
    onDone: () => {
      showToast({ title: t`Note saved` });
      onSaved();
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      textOf={groupFailure}
      onClose={onClose}
      title={<Trans>Note about {name}</Trans>}
      submitLabel={<Trans>Save note</Trans>}
    >
      <FormField
        form={form}
        name="note"
        label={t`Note`}
        help={t`Only members of your organization see it, never the tester.`}
      >
        {(field) => <TextArea rows={4} maxLength={MOST} {...field} />}
      </FormField>
    </CallDialog>
  );
}
