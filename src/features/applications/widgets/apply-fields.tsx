import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Checkbox, RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { FormControl, FormField } from "#ui/form/form.tsx";
import type { Form as FormApi } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/inputs.tsx";

export interface ApplyForm {
  answers: Record<string, string>;
  message: string;
  agreed: boolean;
}
type Question = Campaign["screening"][number];

export function applySchemaOf(campaign: Campaign): v.GenericSchema<ApplyForm> {
  const answer = ({ required }: Question) => {
    const text = v.pipe(v.string(), v.maxCodePoints(2000, lazyMessage(msg`At most 2,000 characters.`)));
    return required
      ? v.pipe(text, v.transform(trimmed), v.nonEmpty(lazyMessage(msg`Please answer this question.`)))
      : text;
  };
  return v.object({
    answers: v.object(Object.fromEntries(campaign.screening.map((q) => [q.id, answer(q)]))),
    message: v.pipe(v.string(), v.maxCodePoints(2000, lazyMessage(msg`At most 2,000 characters.`))),
    agreed: v.pipe(
      v.boolean(),
      v.check((agreed) => campaign.agreement === "" || agreed, lazyMessage(msg`Please read and accept the agreement.`)),
    ),
  });
}

type FormOf = FormApi<ApplyForm, ApplyForm>;

export function QuestionField({ form, question }: { form: FormOf; question: Question }) {
  const { t } = useLingui();
  const name = `answers.${question.id}` as const;
  const shared = { form, label: question.question, optional: !question.required };
  if (question.kind === "text") {
    return (
      <FormField name={name} {...shared}>
        {(field) => <TextInput {...field} />}
      </FormField>
    );
  }
  // Stored answers are language independent, so that automatic selection can compare them.
  const options =
    question.kind === "yes_no"
      ? [
          { value: "yes", label: t`Yes` },
          { value: "no", label: t`No` },
        ]
      : question.options.map((value) => ({ value, label: value }));
  return (
    <FormControl name={name} {...shared} group>
      {({ value, ...field }) => <RadioGroup {...field} value={value || null} options={options} />}
    </FormControl>
  );
}

export function Agreement({ form, text }: { form: FormOf; text: string }) {
  const { t } = useLingui();
  return (
    <FormControl form={form} name="agreed" label={t`Agreement`} group>
      {({ value, ...field }) => (
        <div className="flex flex-col gap-1">
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
            tabIndex={0}
            role="document"
            aria-label={t`Agreement`}
            className="max-h-48 overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 text-sm"
          >
            {text}
          </div>
          <Checkbox {...field} checked={value} label={<Trans>I have read this agreement and accept it.</Trans>} />
        </div>
      )}
    </FormControl>
  );
}
