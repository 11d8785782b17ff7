import { useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { TextInput } from "./inputs.tsx";

interface NameDialogProps {
  title: ReactNode;
  submitLabel: ReactNode;
  /** The name until now; empty: of a new thing. */
  name: string;
  /** Characters. */
  longest: number;
  help?: ReactNode;
  /** Said of no name. */
  missing: string;
  /** What is wrong with a name beside its length. */
  problem?: (name: string) => string | undefined;
  onClose: () => void;
  onSave: (name: string) => void;
}

/** Asks for the name of something that a person saves. */
export function NameDialog(props: NameDialogProps) {
  const { title, submitLabel, name, longest, help, missing, problem, onClose, onSave } = props;
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState(name);
  const [tried, setTried] = useState(false);
  const trimmed = text.trim();
  const tooLong = [...trimmed].length > longest ? t`At most ${longest} characters.` : undefined;
  const error = trimmed === "" ? missing : (tooLong ?? problem?.(trimmed));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!error) onSave(trimmed);
  };
  return (
    <FormDialog formId={id} onClose={onClose} title={title} submitLabel={submitLabel}>
      <form id={id} onSubmit={submit} noValidate>
        <Field label={t`Name`} error={tried ? error : undefined} help={help}>
          <TextInput autoFocus value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </FormDialog>
  );
}

/** Do two people read the same name? */
export const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
