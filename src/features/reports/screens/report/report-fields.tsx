import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { feedbackTypeLabel, severityLabel } from "#features/common/report-labels.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { feedbackLimits, feedbackType, severity } from "#sync/schema/feedback.ts";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { RatingInput } from "#ui/rating-input.tsx";
import { DeviceField } from "./device-field.tsx";
import { type Problems, wordingOf } from "./report-rules.ts";
import type { ReportDraft } from "./use-report-draft.ts";

interface ReportFieldsProps {
  draft: ReportDraft;
  problems: Problems;
  campaign: Campaign | null;
  afterSummary: ReactNode;
}

export function ReportFields({ draft, problems, campaign, afterSummary }: ReportFieldsProps) {
  const { t } = useLingui();
  const typeName = useId();
  const { values, change } = draft;
  const wording = wordingOf[values.type];
  const error = (name: keyof Problems) => (problems[name] ? t(problems[name]) : undefined);
  const text = (name: "summary" | "details" | "steps") => ({
    value: values[name],
    maxLength: feedbackLimits[name].max,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <>
      <Field label={t`What kind of report is it?`} group>
        <RadioGroup
          name={typeName}
          layout="cards"
          value={values.type}
          onChange={(type) => change({ type })}
          options={feedbackType.options.map((value) => ({
            value,
            label: t(feedbackTypeLabel[value]),
            help: <span className="max-sm:hidden">{t(wordingOf[value].help)}</span>,
          }))}
          className="max-sm:gap-2 [&>label]:max-sm:py-2.5"
        />
      </Field>
      <Field label={t`Your rating of what you tested`} error={error("rating")} group>
        <RatingInput value={values.rating} onChange={(rating) => change({ rating })} />
      </Field>
      <div className="flex flex-col">
        <Field label={t(wording.summary)} help={t(wording.summaryHelp)} error={error("summary")}>
          <TextInput enterKeyHint="next" {...text("summary")} />
        </Field>
        {afterSummary}
      </div>
      <Field label={t(wording.details)} error={error("details")}>
        <TextArea rows={4} {...text("details")} />
      </Field>
      {values.type === "bug" && (
        <>
          <Field
            label={t`Steps to reproduce`}
            help={t`One step per line, from opening the app to the problem.`}
            optional
          >
            <TextArea rows={3} {...text("steps")} />
          </Field>
          <Field label={t`How severe is it?`} group>
            <FilterPills
              label={t`How severe is it?`}
              value={values.severity}
              onChange={(chosen) => change({ severity: chosen })}
              pills={severity.options.map((value) => ({ value, label: t(severityLabel[value]) }))}
            />
          </Field>
        </>
      )}
      <DeviceField draft={draft} campaign={campaign} />
    </>
  );
}
