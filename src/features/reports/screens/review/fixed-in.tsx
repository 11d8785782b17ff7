import { useLingui } from "@lingui/react/macro";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useQueryOr } from "#state/query.ts";
import { reportFixedIn } from "#sync/mutations/feedback.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";

/** Sets the build that fixes a report. Testers who saw the problem get a notification. */
export function FixedIn({ report, campaign }: { report: Feedback; campaign: Campaign }) {
  const { t } = useLingui();
  const releases = useQueryOr(campaign.app_id ? releasesOf(campaign.app_id) : null, []).filter(
    ({ id, status }) => status === "draft" || status === "published" || id === report.fixed_release_id,
  );
  const set = useMutationToast(reportFixedIn);
  if (releases.length === 0) return null;
  return (
    <Field label={t`Fixed in`} help={t`Testers who saw it are asked to check again in that build.`}>
      <Select
        value={report.fixed_release_id ?? ""}
        placeholder={t`Not fixed yet`}
        options={releases.map(({ id, version }) => ({ value: id, label: version }))}
        onChange={(event) => void set(report.id, event.target.value || null)}
      />
    </Field>
  );
}
