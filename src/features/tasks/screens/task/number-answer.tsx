import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import type { AnswerProps } from "./task-work.ts";

/** Saves a number while it is typed; other text only shows an error. */
export function NumberAnswer({ question, stored, save, readOnly }: AnswerProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<number | null | undefined>();
  const value = typed === undefined ? (typeof stored === "number" ? stored : null) : typed;
  const isText = Number.isNaN(value);
  return (
    <Field
      label={question.text}
      optional={!question.required}
      error={isText ? t`Write only a number, such as 1250 or 12.50.` : undefined}
    >
      <NumberInput
        whole={false}
        value={value}
        readOnly={readOnly}
        onChange={(next) => {
          setTyped(next);
          if (!Number.isNaN(next)) void save(next ?? undefined);
        }}
      />
    </Field>
  );
}
