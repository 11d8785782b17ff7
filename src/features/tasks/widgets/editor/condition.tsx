// Shows a task only after certain answers to an earlier one, one level deep.
import { useLingui } from "@lingui/react/macro";
import { useController, useWatch } from "react-hook-form";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import { markLabel } from "../../labels.ts";
import { conditionItems } from "../../task-form.ts";
import type { TasksForm } from "./form-type.ts";

interface ConditionProps {
  form: TasksForm;
  index: number;
}

export function Condition({ form, index }: ConditionProps) {
  const { t } = useLingui();
  const tasks = useWatch({ control: form.control, name: "tasks" });
  const { field, fieldState } = useController({ control: form.control, name: `tasks.${index}.only_if` });
  const sources = tasks.slice(0, index).filter((task) => task.only_if === null && conditionItems(task).length > 0);
  if (sources.length === 0 && field.value === null) return null;
  const source = sources.find(({ id }) => id === field.value?.task);
  const items = source ? conditionItems(source) : [];
  const item = items.find(({ id }) => id === field.value?.item);
  const is = field.value?.is ?? [];
  const chooseTask = (id: string) => {
    const first = sources.find((one) => one.id === id);
    const [start] = first ? conditionItems(first) : [];
    field.onChange(start ? { task: id, item: start.id, is: [] } : null);
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label={t`Show this task`} error={source ? undefined : fieldState.error?.message}>
        <Select
          options={[
            { value: "", label: t`Always` },
            ...sources.map(({ id, title }) => ({ value: id, label: t`After certain answers to “${title}”` })),
          ]}
          value={source?.id ?? ""}
          onChange={(event) => chooseTask(event.target.value)}
        />
      </Field>
      {source && (
        <>
          <Field label={t`Step or question`}>
            <Select
              options={items.map(({ id, text }, at) => ({ value: id, label: text === "" ? String(at + 1) : text }))}
              value={item?.id ?? ""}
              onChange={(event) => field.onChange({ task: source.id, item: event.target.value, is: [] })}
            />
          </Field>
          <Field label={t`Answers that show it`} group error={fieldState.error?.message}>
            <div className="flex flex-wrap gap-x-5">
              {item?.values.map((value) => (
                <Checkbox
                  key={value}
                  label={item.isStep ? t(markLabel[value as keyof typeof markLabel]) : value}
                  checked={is.includes(value)}
                  onChange={(event) =>
                    field.onChange({
                      ...{ task: source.id, item: item.id },
                      is: event.target.checked ? [...is, value] : is.filter((one) => one !== value),
                    })
                  }
                />
              ))}
            </div>
          </Field>
        </>
      )}
    </div>
  );
}
