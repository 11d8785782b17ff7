// A text that is saved while typing. A killed tab leaves a draft, which is saved when the field
// appears again.
import { type ReactNode, useEffect, useRef } from "react";
import { createSaver, type Saver } from "../lib/saver.ts";
import { Field } from "./field.tsx";
import { TextArea } from "./inputs.tsx";
import { useOptimisticValue } from "./use-optimistic-value.ts";
import { useTextDraft } from "./use-text-draft.ts";

interface SavedTextProps {
  /** The name of the draft; use it as `key`, too. */
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  stored: string;
  maxLength: number;
  readOnly: boolean;
  onSave: (text: string) => Promise<boolean>;
}

export function SavedText(props: SavedTextProps) {
  const { name, label, help, optional = false, stored, maxLength, readOnly, onSave } = props;
  const draft = useTextDraft(name);
  const [shown, want] = useOptimisticValue(stored);
  const unsaved = useRef<string | null>(draft.text !== "" && draft.text !== stored ? draft.text : null);
  const saver = useRef<Saver | null>(null);
  const write = async () => {
    const text = unsaved.current;
    if (text === null) return;
    unsaved.current = null;
    if (!(await onSave(text))) unsaved.current ??= text;
    else if (unsaved.current === null) draft.forget();
  };
  const latest = useRef({ write, want });
  useEffect(() => {
    latest.current = { write, want };
  });
  useEffect(() => {
    saver.current = createSaver(() => void latest.current.write());
    if (unsaved.current !== null) {
      latest.current.want(unsaved.current);
      saver.current.typed();
    }
    return () => saver.current?.stop();
  }, []);
  const control = {
    value: shown,
    maxLength,
    readOnly,
    onChange: ({ target }: { target: { value: string } }) => {
      unsaved.current = target.value;
      want(target.value);
      draft.change(target.value);
      saver.current?.typed();
    },
    onBlur: () => saver.current?.flush(),
  };
  return (
    <Field label={label} help={help} optional={optional}>
      <TextArea {...control} rows={2} />
    </Field>
  );
}
