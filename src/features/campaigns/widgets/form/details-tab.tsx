import { Trans, useLingui } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { platformLabel, visibilityHelp, visibilityLabel } from "#features/common/campaign-labels.ts";
import { useToday } from "#features/common/campaign-rules.ts";
import type { TasksForm } from "#features/tasks/widgets/editor/form-type.ts";
import { TaskListEditor } from "#features/tasks/widgets/editor/task-list-editor.tsx";
import { PLATFORMS } from "#lib/constants.ts";
import { useOrganization } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { campaignVisibility } from "#sync/schema/campaigns.ts";
import { SmallSection } from "#ui/card.tsx";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { FormSwitch } from "#ui/form/form-switch.tsx";
import { DateInput, Select } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { ChoiceCards } from "./choice-cards.tsx";
import { ClosedTest, proposeClosedTest } from "./closed-test.tsx";
import { MissingLaunchCode } from "./missing-launch-code.tsx";
import type { TabProps } from "./tab-props.ts";

export function DetailsTab({ form, published }: TabProps) {
  const { t } = useLingui();
  const today = useToday();
  // Cast: the editor reads one field of the form, whose type is invariant.
  const tasksForm = form as unknown as TasksForm;
  const [start, end, appId] = useWatch({ control: form.control, name: ["start_date", "end_date", "app_id"] });
  const app = useQueryOr(appsOfOrganization(useOrganization().org_id), []).find(({ id }) => id === appId);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          form={form}
          name="start_date"
          label={t`Start date`}
          help={published ? t`Cannot be changed after publishing.` : undefined}
        >
          {(field) => <DateInput readOnly={published} {...(published ? {} : { min: today })} {...field} />}
        </FormField>
        <FormField form={form} name="end_date" label={t`End date`} help={t`The last day for reports.`}>
          {(field) => <DateInput min={[start, today].sort().at(-1)} {...field} />}
        </FormField>
      </div>
      {end !== "" && end >= start && end < today && (
        <Notice tone="caution">
          <Trans>This end date has passed: the campaign can be saved, but not published.</Trans>
        </Notice>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormControl
          form={form}
          name="max_testers"
          label={t`Number of testers`}
          help={t`No more testers than this can be accepted. You can raise it later.`}
        >
          {(field) => <NumberInput {...field} />}
        </FormControl>
        <FormField
          form={form}
          name="platform"
          label={t`Platform`}
          help={app ? t`From the app of this campaign.` : undefined}
        >
          {(field) => (
            <Select
              options={PLATFORMS.filter((value) => !app || value === app.platform).map((value) => ({
                value,
                label: t(platformLabel[value]),
              }))}
              {...field}
            />
          )}
        </FormField>
        <FormControl
          form={form}
          name="effort_minutes"
          label={t`How long one tester needs`}
          optional
          help={t`In minutes, for everything you ask for. Testers see it before they apply.`}
        >
          {(field) => <NumberInput suffix={t`minutes`} {...field} />}
        </FormControl>
      </div>
      <div className="divide-y divide-line rounded-lg border border-line px-4 py-1">
        <FormSwitch
          form={form}
          name="auto_select"
          label={t`Automatic tester selection`}
          help={t`Applicants are accepted immediately, as long as there are spots and their answers to your questions match. Off: you choose from the applicants.`}
        />
        <FormSwitch
          form={form}
          name="reminders"
          label={t`Remind testers`}
          help={t`About builds not downloaded, reports not sent and changes not made. Daytime only, once a day, three times in all.`}
        />
      </div>
      <FormControl
        form={form}
        name="visibility"
        label={t`Visibility`}
        group
        help={t`Testers who have already applied can always see the campaign.`}
      >
        {(field) => (
          <ChoiceCards {...field} values={campaignVisibility.options} labels={visibilityLabel} helps={visibilityHelp} />
        )}
      </FormControl>
      <SmallSection title={<Trans>Tasks</Trans>} className="gap-2">
        <p className="text-muted text-sm">
          <Trans>Scripts, surveys and check-ins. Testers do them one by one, also without a connection.</Trans>
        </p>
        <TaskListEditor
          form={tasksForm}
          onTemplate={(name) => name === "twelve_testers" && proposeClosedTest(form, published, today)}
        />
        <MissingLaunchCode form={form} />
        <ClosedTest form={form} />
      </SmallSection>
    </>
  );
}
