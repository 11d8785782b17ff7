// Asks why, for a change that the person reads the reason of. What is typed is a draft until the
// server has done it.
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Field } from "../../../../ui/field.tsx";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { TextArea } from "../../../../ui/inputs.tsx";
import { useTextDraft } from "../../../../ui/use-text-draft.ts";

interface UserReasonDialogProps {
  /** The name of the draft. */
  draft: string;
  title: ReactNode;
  /** What follows, and who reads the reason. */
  help: ReactNode;
  confirmLabel: ReactNode;
  onClose: () => void;
  /** True: it is done. */
  onConfirm: (reason: string) => Promise<boolean>;
  /** Above the reason: more to choose. */
  children?: ReactNode;
}

export function UserReasonDialog(props: UserReasonDialogProps) {
  const { draft, title, help, confirmLabel, onClose, onConfirm, children } = props;
  const { t } = useLingui();
  const formId = useId();
  const { text, change, forget } = useTextDraft(draft);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    if (text.trim() === "") return setError(t`Required`);
    setPending(true);
    const done = await onConfirm(text.trim());
    setPending(false);
    if (!done) return;
    forget();
    onClose();
  };
  return (
    <FormDialog {...{ formId, title, onClose, pending }} submitLabel={confirmLabel} tone="danger">
      <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {children}
        <Field label={t`Reason`} help={help} error={error}>
          <TextArea
            rows={3}
            maxLength={1000}
            value={text}
            autoFocus
            onChange={(event) => {
              change(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
