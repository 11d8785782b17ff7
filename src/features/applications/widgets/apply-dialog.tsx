// Application form: questions, agreement and message. Works offline; typed text is stored as a
// draft.
import { Trans, useLingui } from "@lingui/react/macro";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { campaignApply } from "#sync/mutations/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { karmaLabel } from "../../common/account-labels.ts";
import { FormFailure } from "../../sync/widgets/form-failure.tsx";
import { Agreement, type ApplyForm, applySchemaOf, QuestionField } from "./apply-fields.tsx";

/** The subject of the toast about a sent application. */
export const appliedSubject = (campaignId: string) => `applied:${campaignId}`;

export function ApplyDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const online = useStatus("online");
  const apply = useMutation(campaignApply);
  const form = useForm<ApplyForm, ApplyForm>({
    schema: applySchemaOf(campaign),
    defaults: { answers: Object.fromEntries(campaign.screening.map((q) => [q.id, ""])), message: "", agreed: false },
    draft: { key: `apply:${campaign.id}`, except: ["agreed"] },
    onSubmit: async ({ answers, message }) => {
      const sent = await apply(campaign, {
        message: message.trim(),
        answers: Object.entries(answers)
          .filter(([, value]) => value !== "")
          .map(([question_id, value]) => ({ question_id, value })),
        agreement_version: campaign.agreement === "" ? 0 : campaign.agreement_version,
      });
      if (!sent.ok) return sent;
      showToast({
        subject: appliedSubject(campaign.id),
        ...(online
          ? { title: t`Application sent` }
          : { title: t`Application saved`, description: t`It will be sent when you are online.` }),
      });
      onClose();
    },
  });
  const asks = campaign.screening.length > 0 || campaign.agreement !== "";
  return (
    <FormDialog
      size="md"
      form={form}
      onClose={onClose}
      title={<Trans>Apply to {campaign.title}</Trans>}
      submitLabel={<Trans>Send application</Trans>}
    >
      {!asks && (
        <p className="text-muted text-sm">
          <Trans>This test has no questions. Send your application as it is, or add a message to the developer.</Trans>
        </p>
      )}
      {campaign.screening.map((question) => (
        <QuestionField key={question.id} form={form} question={question} />
      ))}
      <FormField
        form={form}
        name="message"
        optional
        label={t`Message to the developer`}
        help={t`Why you, which devices you have, and when you have time.`}
      >
        {(field) => <TextArea rows={3} {...field} />}
      </FormField>
      {campaign.agreement !== "" && <Agreement form={form} text={campaign.agreement} />}
      <p className="text-muted text-sm">
        <Trans>The developer sees your name, {karma}, rating, devices and expertise, never your email address.</Trans>
      </p>
      <FormFailure form={form} />
    </FormDialog>
  );
}
