// A standard questionnaire: fixed statements with one scale. Only complete answers are stored,
// because a score needs all items; a draft keeps the answers so far.
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { readDraft, saveDraft } from "#lib/drafts.ts";
import type { Answer } from "#sync/schema/tasks.ts";
import { Field } from "#ui/field.tsx";
import { ScaleInput } from "#ui/scale-input.tsx";
import { useDraftPlace } from "#ui/use-draft-place.ts";
import { useOptimisticValue } from "#ui/use-optimistic-value.ts";

interface QuestionnaireProps {
  name: string;
  items: readonly string[];
  /** Introduction; may be empty. */
  text: string;
  optional: boolean;
  max: number;
  ends: readonly [string, string];
  stored: Answer | undefined;
  save: (value: Answer) => Promise<boolean>;
  readOnly: boolean;
}

export function Questionnaire(props: QuestionnaireProps) {
  const { name, items, text, optional, max, ends, stored, save, readOnly } = props;
  const place = useDraftPlace(name);
  const [begun] = useState(() => readDraft(place));
  // A JSON text, because two equal lists are different objects.
  const [shown, want] = useOptimisticValue(JSON.stringify(begun ?? stored ?? []));
  const given: unknown = JSON.parse(shown);
  const values = items.map((_, index) => {
    const value: unknown = Array.isArray(given) ? given[index] : null;
    return typeof value === "number" ? value : null;
  });
  const answered = values.filter((value) => value !== null).length;
  const choose = async (index: number, value: number) => {
    const next = values.with(index, value);
    want(JSON.stringify(next));
    saveDraft(place, next);
    const complete = next.filter((one) => one !== null);
    if (complete.length === items.length && (await save(complete))) saveDraft(place, null);
  };
  return (
    <div className="flex flex-col gap-4">
      {text.trim() !== "" && <p className="max-w-prose whitespace-pre-wrap break-words font-semibold">{text}</p>}
      <p className="text-muted text-sm">
        <Trans>How much do you agree with these statements?</Trans>{" "}
        <span className="tabular-nums">
          <Trans>
            {answered} of {items.length} answered.
          </Trans>
        </span>
      </p>
      {items.map((item, index) => (
        <Field key={item} group label={item} optional={optional}>
          <ScaleInput
            min={1}
            max={max}
            value={values[index] ?? null}
            ends={ends}
            disabled={readOnly}
            onChange={(value) => void choose(index, value)}
          />
        </Field>
      ))}
    </div>
  );
}
