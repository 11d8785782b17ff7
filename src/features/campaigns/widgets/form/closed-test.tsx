// Proposes the spots, days and opt-in link of a closed test on Google Play. The other fields of the
// form keep them.
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormState, useWatch } from "react-hook-form";
import { closedTest, dayAfter, isClosedTest } from "#features/tasks/check-ins.ts";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import type { CampaignFormApi } from "./tab-props.ts";

/**
 * Proposes spots and days after the template was chosen.
 * @param published the campaign keeps its start, and spots that testers may have taken
 */
export function proposeClosedTest(form: CampaignFormApi, published: boolean, today: string): void {
  const { start_date, end_date, max_testers } = form.getValues();
  const set = (name: "start_date" | "end_date" | "max_testers", value: string | number) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  if (!published || (max_testers ?? 0) < closedTest.spots) set("max_testers", closedTest.spots);
  const start = start_date === "" ? today : start_date;
  if (start_date === "") set("start_date", start);
  if (end_date < dayAfter(start, closedTest.days - 1)) set("end_date", dayAfter(start, closedTest.proposedDays - 1));
}

/** Renders nothing without a check-in over Google's 14 days. */
export function ClosedTest({ form }: { form: CampaignFormApi }) {
  const { t } = useLingui();
  const [tasks, url] = useWatch({ control: form.control, name: ["tasks", "build_url"] });
  const { errors } = useFormState({ control: form.control, name: "build_url" });
  if (!isClosedTest(tasks)) return null;
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <Notice title={<Trans>Closed test on Google Play</Trans>}>
        <Trans>
          Google asks for {closedTest.testers} testers who stay opted in for {closedTest.days} days in a row.{" "}
          {closedTest.spots} spots and {closedTest.proposedDays} days leave room for replacements. Betaflock cannot see
          Google's own count of opted-in testers.
        </Trans>
      </Notice>
      {/* The field is registered under Requirements: this one only shows and sets its value. */}
      <Field
        label={t`Opt-in link of the closed test`}
        optional
        error={errors.build_url?.message}
        help={t`From the Play Console, under Testers. Only accepted testers see it. It is the link to the build.`}
      >
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://play.google.com/apps/testing/…"
          maxLength={2000}
          value={url}
          onChange={(event) => form.setValue("build_url", event.target.value, { shouldDirty: true })}
          onBlur={() => void form.trigger("build_url")}
        />
      </Field>
    </div>
  );
}
