import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { Checkbox, CheckboxGroup, RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { useOptimisticValue } from "#ui/use-optimistic-value.ts";
import type { AnswerProps } from "./task-work.ts";

export function Choice({ question, stored, save, readOnly }: AnswerProps) {
  const name = useId();
  const { kind, text, required, options } = question;
  // A JSON text, because two equal lists are different objects.
  const [shown, want] = useOptimisticValue(JSON.stringify(Array.isArray(stored) ? stored : stored ? [stored] : []));
  const chosen: readonly unknown[] = JSON.parse(shown);
  const choose = async (next: readonly string[]) => {
    want(JSON.stringify(next));
    if (!(await save(kind === "multiple" ? [...next] : next[0]))) want(null);
  };
  const toggled = (option: string) => options.filter((one) => (one === option) !== chosen.includes(one));
  return (
    <Field group label={text} optional={!required} help={kind === "multiple" && <Trans>Choose all that apply.</Trans>}>
      {kind === "single" ? (
        <RadioGroup
          name={name}
          options={options.map((option) => ({ value: option, label: option }))}
          value={options.find((option) => chosen.includes(option)) ?? null}
          onChange={(option) => void choose([option])}
          disabled={readOnly}
        />
      ) : (
        <CheckboxGroup>
          {options.map((option) => (
            <Checkbox
              key={option}
              label={option}
              checked={chosen.includes(option)}
              disabled={readOnly}
              onChange={() => void choose(toggled(option))}
            />
          ))}
        </CheckboxGroup>
      )}
    </Field>
  );
}
