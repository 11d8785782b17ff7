import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { oneLine } from "../../sync/inputs/single-line.ts";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { TextInput } from "./inputs.tsx";

interface NameDialogProps {
  title: ReactNode;
  submitLabel: ReactNode;
  name: string;
  /** Characters. */
  longest: number;
  help?: ReactNode;
  missing: string;
  /** Validates the name beyond its length. */
  problem?: (name: string) => string | undefined;
  onClose: () => void;
  onSave: (name: string) => void;
}

export function NameDialog(props: NameDialogProps) {
  const { title, submitLabel, name, longest, help, missing, problem, onClose, onSave } = props;
  const { t } = useLingui();
  const [text, setText] = useState(name);
  const [tried, setTried] = useState(false);
  const typed = oneLine(text);
  const tooLong = [...typed].length > longest ? t`At most ${longest} characters.` : undefined;
  const error = typed === "" ? missing : (tooLong ?? problem?.(typed));
  const submit = () => {
    setTried(true);
    if (!error) onSave(typed);
  };
  return (
    <FormDialog onSubmit={submit} onClose={onClose} title={title} submitLabel={submitLabel}>
      <Field label={t`Name`} error={tried ? error : undefined} help={help}>
        <TextInput autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

/** True if both names look the same to a reader. */
export const isSameName = (a: string, b: string): boolean => oneLine(a).toLowerCase() === oneLine(b).toLowerCase();
