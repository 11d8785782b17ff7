import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useController, useFieldArray, useWatch } from "react-hook-form";
import { useLocale } from "#i18n/use-locale.ts";
import { type Question, questionKinds, taskLimits } from "#sync/schema/tasks.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { ChipInput } from "#ui/chip-input.tsx";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";
import { MoveButtons } from "#ui/move-buttons.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { questionKindLabel } from "../../labels.ts";
import { statementsOf } from "../../question-values.ts";
import { newQuestion } from "../../task-form.ts";
import type { TasksForm } from "./form-type.ts";

interface QuestionListProps {
  form: TasksForm;
  index: number;
}

export function QuestionList({ form, index }: QuestionListProps) {
  const name = `tasks.${index}.questions` as const;
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name, keyName: "rowKey" });
  const full = fields.length >= taskLimits.questions;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold text-sm">
        <Trans>Questions</Trans>
      </legend>
      {fields.map(({ rowKey }, at) => (
        <QuestionFields
          key={rowKey}
          form={form}
          name={`${name}.${at}`}
          number={at + 1}
          onRemove={() => remove(at)}
          isFirst={at === 0}
          isLast={at === fields.length - 1}
          onMove={(by) => move(at, at + by)}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Plus} size="sm" disabled={full} onClick={() => append(newQuestion())}>
          <Trans>Add a question</Trans>
        </Button>
        {full && (
          <span className="text-muted text-sm">
            <Plural value={taskLimits.questions} one="At most # question." other="At most # questions." />
          </span>
        )}
      </div>
    </fieldset>
  );
}

interface QuestionFieldsProps {
  form: TasksForm;
  name: `tasks.${number}.questions.${number}`;
  number: number;
  onRemove: () => void;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
}

function QuestionFields({ form, name, number, onRemove, isFirst, isLast, onMove }: QuestionFieldsProps) {
  const { t } = useLingui();
  const [locale] = useLocale();
  const { kind } = useWatch({ control: form.control, name });
  const required = useController({ control: form.control, name: `${name}.required` }).field;
  const items = statementsOf(kind, locale);
  const choose = (next: Question["kind"]) => {
    const { id, text, required: must } = form.getValues(name);
    const options = form.getValues(`${name}.options`);
    const keeps = next === "single" || next === "multiple";
    form.setValue(
      name,
      {
        ...newQuestion(next),
        id,
        required: must,
        text: next === "sus" || next === "umux_lite" ? "" : text,
        options: keeps ? options : [],
      },
      { shouldDirty: true },
    );
  };
  return (
    <div className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      <div className="flex items-start gap-2">
        <FormField form={form} name={`${name}.kind`} label={t`Kind of answer (question ${number})`} className="flex-1">
          {({ onChange: _, ...field }) => (
            <Select
              options={questionKinds.map((value) => ({ value, label: t(questionKindLabel[value]) }))}
              {...field}
              onChange={(event) => choose(event.target.value as Question["kind"])}
            />
          )}
        </FormField>
        <span className="mt-6 flex">
          <MoveButtons
            up={t`Move question ${number} up`}
            down={t`Move question ${number} down`}
            {...{ isFirst, isLast, onMove }}
          />
          <IconButton icon={Trash2} label={t`Remove question ${number}`} onClick={onRemove} />
        </span>
      </div>
      {items.length > 0 ? (
        <details className="text-sm">
          <summary className="tap-text cursor-pointer">
            <Trans>The wording is fixed, so that scores can be compared.</Trans>
          </summary>
          <ol className="mt-2 list-decimal ps-6 text-muted">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ol>
        </details>
      ) : (
        <FormField form={form} name={`${name}.text`} label={t`Question ${number}`}>
          {(field) => <TextInput maxLength={taskLimits.question} {...field} />}
        </FormField>
      )}
      {(kind === "single" || kind === "multiple") && (
        <FormControl
          form={form}
          name={`${name}.options`}
          label={t`Answers to choose from`}
          help={t`Press Enter or comma to add one.`}
        >
          {(field) => <ChipInput {...field} maxLength={taskLimits.option} max={taskLimits.options} />}
        </FormControl>
      )}
      {kind === "scale" && (
        <div className="grid grid-cols-2 gap-3">
          {(["min", "max"] as const).map((end) => (
            <FormControl key={end} form={form} name={`${name}.${end}`} label={end === "min" ? t`From` : t`To`}>
              {(field) => <NumberInput {...field} onChange={(value) => field.onChange(value ?? 0)} />}
            </FormControl>
          ))}
        </div>
      )}
      <Checkbox
        label={t`Answer required`}
        checked={required.value}
        onBlur={required.onBlur}
        onChange={(event) => required.onChange(event.target.checked)}
      />
    </div>
  );
}
