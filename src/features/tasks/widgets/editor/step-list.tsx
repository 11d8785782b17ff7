import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { MoveButtons } from "#ui/move-buttons.tsx";
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
                <MoveButtons
                  up={t`Move step ${at + 1} up`}
                  down={t`Move step ${at + 1} down`}
                  isFirst={at === 0}
                  isLast={at === fields.length - 1}
                  onMove={(by) => move(at, at + by)}
                  className="flex flex-col"
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
