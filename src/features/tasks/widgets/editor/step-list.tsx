import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { newStep } from "../../task-form.ts";
import type { TasksForm } from "./form-type.ts";

interface StepListProps {
  form: TasksForm;
  index: number;
}

export function StepList({ form, index }: StepListProps) {
  const { t } = useLingui();
  const name = `tasks.${index}.steps` as const;
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name, keyName: "rowKey" });
  const full = fields.length >= taskLimits.steps;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold text-sm">
        <Trans>Steps</Trans>
      </legend>
      {fields.length > 0 && (
        <ol className="flex flex-col gap-3">
          {fields.map(({ rowKey }, at) => (
            <li key={rowKey} className="flex items-start gap-2 rounded-md bg-sunken p-3">
              <span aria-hidden className="w-6 shrink-0 pt-8 text-end text-muted tabular-nums">
                {at + 1}
              </span>
              <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
                <FormField form={form} name={`${name}.${at}.do`} label={t`Do (step ${at + 1})`}>
                  {(field) => <TextArea rows={2} maxLength={taskLimits.step} {...field} />}
                </FormField>
                <FormField form={form} name={`${name}.${at}.expect`} label={t`Expect (step ${at + 1})`} optional>
                  {(field) => <TextArea rows={2} maxLength={taskLimits.step} {...field} />}
                </FormField>
              </div>
              <span className="flex flex-col">
                <IconButton
                  icon={ArrowUp}
                  label={t`Move step ${at + 1} up`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t`Move step ${at + 1} down`}
                  disabled={at === fields.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton icon={Trash2} label={t`Remove step ${at + 1}`} onClick={() => remove(at)} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Plus} size="sm" disabled={full} onClick={() => append(newStep())}>
          <Trans>Add a step</Trans>
        </Button>
        {full && (
          <span className="text-muted text-sm">
            <Plural value={taskLimits.steps} one="At most # step." other="At most # steps." />
          </span>
        )}
      </div>
    </fieldset>
  );
}
