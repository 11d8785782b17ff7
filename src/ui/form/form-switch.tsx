import type { ReactNode } from "react";
import { type FieldValues, type Path, useController } from "react-hook-form";
import { Switch } from "../checkbox-radio-switch.tsx";
import type { Form } from "./use-form.ts";

interface FormSwitchProps<I extends FieldValues, O> {
  form: Form<I, O>;
  name: Path<I>;
  label: ReactNode;
  help: ReactNode;
}

export function FormSwitch<I extends FieldValues, O>({ form, name, label, help }: FormSwitchProps<I, O>) {
  const { field } = useController({ control: form.control, name });
  const { value, onChange, ...input } = field;
  return (
    <Switch
      {...input}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
      label={label}
      help={help}
    />
  );
}
