import { Trans, useLingui } from "@lingui/react/macro";
import { useController, useWatch } from "react-hook-form";
import { now } from "#lib/clock.ts";
import { taskLimits } from "#sync/schema/tasks.ts";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Condition } from "./condition.tsx";
import type { TasksForm } from "./form-type.ts";
import { QuestionList } from "./question-list.tsx";
import { StepList } from "./step-list.tsx";

interface TaskFieldsProps {
  form: TasksForm;
  index: number;
}

export function TaskFields({ form, index }: TaskFieldsProps) {
  const { t } = useLingui();
  const kind = useWatch({ control: form.control, name: `tasks.${index}.kind` });
  const required = useController({ control: form.control, name: `tasks.${index}.required_since` }).field;
  const code = useController({ control: form.control, name: `tasks.${index}.evidence.code` }).field;
  const photo = useController({ control: form.control, name: `tasks.${index}.evidence.photo` }).field;
  const perBuild = useController({ control: form.control, name: `tasks.${index}.per_build` }).field;
  return (
    <div className="flex flex-col gap-4 border-line border-t p-4">
      <FormField form={form} name={`tasks.${index}.title`} label={t`Title of the task`}>
        {(field) => <TextInput maxLength={taskLimits.title} {...field} />}
      </FormField>
      <FormField
        form={form}
        name={`tasks.${index}.body`}
        label={kind === "explore" ? t`Goal` : t`Before you start`}
        optional
        help={t`Testers read it above the task, also without a connection.`}
      >
        {(field) => <TextArea rows={3} maxLength={taskLimits.body} {...field} />}
      </FormField>
      {kind === "check_in" && (
        <FormControl
          form={form}
          name={`tasks.${index}.days`}
          label={t`Days with a check-in`}
          help={t`At most ${taskLimits.days}.`}
          className="md:max-w-xs"
        >
          {(field) => <NumberInput {...field} onChange={(value) => field.onChange(value ?? 0)} />}
        </FormControl>
      )}
      {(kind === "script" || kind === "explore") && <StepList form={form} index={index} />}
      <QuestionList form={form} index={index} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormControl
          form={form}
          name={`tasks.${index}.minutes`}
          label={t`Expected time`}
          help={
            kind === "check_in"
              ? t`For all days together. At most ${taskLimits.minutes}. 0: no estimate.`
              : t`At most ${taskLimits.minutes}. 0: no estimate.`
          }
        >
          {(field) => <NumberInput suffix={t`minutes`} {...field} onChange={(value) => field.onChange(value ?? 0)} />}
        </FormControl>
        <FormControl
          form={form}
          name={`tasks.${index}.evidence.minutes`}
          label={t`Minimum time`}
          help={t`The task is done only after this time. At most ${taskLimits.minutes}. 0: no minimum.`}
        >
          {(field) => <NumberInput suffix={t`minutes`} {...field} onChange={(value) => field.onChange(value ?? 0)} />}
        </FormControl>
      </div>
      <div className="flex flex-col">
        <Checkbox
          label={t`Required`}
          help={t`Testers accepted from now on must do it before they can submit their results.`}
          checked={required.value !== null}
          onBlur={required.onBlur}
          onChange={(event) => required.onChange(event.target.checked ? new Date(now()).toISOString() : null)}
        />
        <Checkbox
          label={t`Once per build`}
          help={t`A new build asks for the task again. Earlier results stay.`}
          checked={perBuild.value}
          onBlur={perBuild.onBlur}
          onChange={(event) => perBuild.onChange(event.target.checked)}
        />
      </div>
      <fieldset className="flex flex-col">
        <legend className="font-medium text-sm">
          <Trans>Evidence</Trans>
        </legend>
        <Checkbox
          label={t`Photo`}
          help={t`Testers add a photo or screenshot. Only they and your team see it.`}
          checked={photo.value}
          onBlur={photo.onBlur}
          onChange={(event) => photo.onChange(event.target.checked)}
        />
        <Checkbox
          label={t`Launch code`}
          help={t`The app shows a code when it starts, and testers type it. Store each build's code with the release: without it, nothing is compared.`}
          checked={code.value}
          onBlur={code.onBlur}
          onChange={(event) => code.onChange(event.target.checked)}
        />
      </fieldset>
      <Condition form={form} index={index} />
      <p className="text-muted text-sm">
        <Trans>
          Editing a task of a running campaign keeps every answer. It is marked as an answer to an earlier version.
        </Trans>
      </p>
    </div>
  );
}
