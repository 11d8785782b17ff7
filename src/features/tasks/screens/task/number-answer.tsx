import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatNumber } from "#i18n/format.ts";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import type { AnswerProps } from "./task-work.ts";

/** Saves a valid number while it is typed; other text only shows an error. */
export function NumberAnswer({ question, stored, save, readOnly }: AnswerProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<number | null | undefined>();
  const value = typed === undefined ? (typeof stored === "number" ? stored : null) : typed;
  const [min, max] = [-taskLimits.number, taskLimits.number].map((end) => formatNumber(end, i18n.locale));
  const problemOf = (number: number | null) => {
    if (Number.isNaN(number)) return t`Write only a number, such as 1250 or 12.50.`;
    return Math.abs(number ?? 0) > taskLimits.number ? t`Between ${min} and ${max}.` : undefined;
  };
  return (
    <Field label={question.text} optional={!question.required} error={problemOf(value)}>
      <NumberInput
        whole={false}
        value={value}
        readOnly={readOnly}
        onChange={(next) => {
          setTyped(next);
          if (!problemOf(next)) void save(next ?? undefined);
        }}
      />
    </Field>
  );
}
