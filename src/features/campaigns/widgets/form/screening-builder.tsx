import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useWatch } from "react-hook-form";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { ChipInput } from "#ui/chip-input.tsx";
import { Field, NoteBox } from "#ui/field.tsx";
import { concurrentChangeNote } from "#ui/form/concurrent-change-note.tsx";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";
import type { CampaignFormApi } from "./tab-props.ts";

const MOST = 10;

export function ScreeningBuilder({ form }: { form: CampaignFormApi }) {
  // Questions have an `id` field, so react-hook-form must use another key.
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "screening", keyName: "rowKey" });
  const add = () =>
    append({ id: crypto.randomUUID(), question: "", kind: "yes_no", options: [], pass: [], required: true });
  const note = concurrentChangeNote(form, "screening");
  return (
    <div className="flex flex-col gap-4">
      {note !== undefined && <NoteBox note={note} />}
      {fields.length === 0 && (
        <p className="text-muted text-sm">
          <Trans>No questions: anyone can apply with one tap.</Trans>
        </p>
      )}
      {fields.map((field, index) => (
        <Question key={field.rowKey} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Plus} onClick={add} disabled={fields.length >= MOST}>
          <Trans>Add a question</Trans>
        </Button>
        {fields.length >= MOST && (
          <span className="text-muted text-sm">
            <Plural value={MOST} one="At most # question." other="At most # questions." />
          </span>
        )}
      </div>
    </div>
  );
}

interface QuestionProps {
  form: CampaignFormApi;
  index: number;
  onRemove: () => void;
}

function Question({ form, index, onRemove }: QuestionProps) {
  const { t } = useLingui();
  const number = index + 1;
  const question = useWatch({ control: form.control, name: `screening.${index}` });
  const kinds = [
    { value: "yes_no", label: t`Yes or no` },
    { value: "choice", label: t`One of several answers` },
    { value: "text", label: t`Free text` },
  ];
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <legend className="sr-only">
        <Trans>Question {number}</Trans>
      </legend>
      <div className="flex items-start gap-2">
        <FormField form={form} name={`screening.${index}.question`} label={t`Question ${number}`} className="flex-1">
          {(field) => <TextInput maxLength={300} {...field} />}
        </FormField>
        <IconButton icon={Trash2} label={t`Remove question ${number}`} onClick={onRemove} className="mt-6" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name={`screening.${index}.kind`} label={t`Kind of answer`}>
          {({ onChange, ...field }) => (
            <Select
              options={kinds}
              {...field}
              onChange={(event) => {
                // Accepted answers of one kind are invalid for another.
                form.setValue(`screening.${index}.pass`, []);
                return onChange(event);
              }}
            />
          )}
        </FormField>
        <Checkbox
          label={t`Answer required`}
          className="sm:mt-6"
          {...form.register(`screening.${index}.required`, {
            // Automatic selection checks required questions only.
            onChange: () => form.setValue(`screening.${index}.pass`, []),
          })}
        />
      </div>
      {question.kind === "choice" && (
        <FormControl
          form={form}
          name={`screening.${index}.options`}
          label={t`Answers to choose from`}
          help={t`Press Enter or comma to add one.`}
        >
          {(field) => <ChipInput {...field} maxLength={120} max={12} />}
        </FormControl>
      )}
      {question.required && <Pass form={form} index={index} />}
    </fieldset>
  );
}

/** Answers that automatic selection accepts; none selected accepts any. */
function Pass({ form, index }: { form: CampaignFormApi; index: number }) {
  const { t } = useLingui();
  const { kind, options, pass } = useWatch({ control: form.control, name: `screening.${index}` });
  const answers =
    kind === "yes_no"
      ? [
          { value: "yes", label: t`Yes` },
          { value: "no", label: t`No` },
        ]
      : options.map((value) => ({ value, label: value }));
  if (kind === "text" || answers.length === 0) return null;
  return (
    <Field
      label={t`Select automatically only with these answers`}
      group
      optional
      help={t`Anyone who answers differently waits for your decision. If you choose none, any answer will do.`}
    >
      <div className="flex flex-wrap gap-x-5">
        {answers.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={pass.includes(value)}
            onChange={(event) =>
              form.setValue(
                `screening.${index}.pass`,
                event.target.checked ? [...pass, value] : pass.filter((one) => one !== value),
              )
            }
          />
        ))}
      </div>
    </Field>
  );
}
